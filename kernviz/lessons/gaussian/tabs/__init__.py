"""The tabs of the Gaussian features page, one file each."""
