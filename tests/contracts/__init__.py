"""What every implementation of a port does alike: the fakes of the tests and the real store."""
