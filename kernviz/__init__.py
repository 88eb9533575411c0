"""Kernel methods you can see: compose a kernel, prove or refute it, train a certified machine on it."""
