"""Kernel methods you can see.

Compose a kernel, prove or refute it, and train a certified machine on it.

>>> import kernviz as kv
>>> k = kv.parse("rbf(gamma=2) + 0.5*poly(degree=2)")
>>> kv.judge(k, d=2).verdict
<Verdict.PROVEN: 'proven'>

The public names are those of ``__init__.pyi``. Each is imported when it is first used: ``import kernviz`` loads neither
scikit-learn nor plotly.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
