"""Named kernels, one file each.

Dropping a file in here adds its kernel to every menu and to the text language.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
