"""What cardroom measures, beside the peers that install from the package index."""
