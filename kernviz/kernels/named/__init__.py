"""Named kernels, one file each.

This package imports every module in its folder. So a new file here adds its kernel to the text language and the menus.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
