"""``kernviz serve``: several processes behind one address."""
