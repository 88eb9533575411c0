"""The package behind ``kernviz serve``.

It runs several processes behind one address.
"""
