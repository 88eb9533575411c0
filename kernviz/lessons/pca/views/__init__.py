"""One module for each view of the page. Its build(state) returns the lesson without shared parts."""
