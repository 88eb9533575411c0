"""Encoding of pictures and scripts for the browser.

During a drag pictures are sent in a reduced form, at rest with their exact values.
"""
