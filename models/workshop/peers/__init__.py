"""Classical dice readers, without any network: what the learned one is measured beside."""
