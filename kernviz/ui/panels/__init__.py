"""The controls of each page: widgets in, a frozen lesson state out."""
