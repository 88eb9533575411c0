"""A file for each tab of the page, where the data lie in a plane."""
