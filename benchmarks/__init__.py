"""Measurements of kernviz, some beside other programs; see docs/benchmarks.md.

A regular package: PyArrow 17 installs a package of the same name, which would be imported instead of a plain folder.
"""
