"""What every package stands on: files read and written safely, addresses without their secrets."""
