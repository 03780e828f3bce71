"""Sources of rolls: each turns a device, or a stand-in for one, into readings."""
