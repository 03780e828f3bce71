"""Many tables: each publishes what everybody may see of it to a broker, and one page shows them all."""
