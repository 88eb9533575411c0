// What the scripts find on the page beside the browser's own: for the checker of types alone.

/** Languages with a catalogue: name -> decimal sign. kernviz/ui/asset_routes.py puts it there. */
declare const __LANGUAGES__: Record<string, string>;

/** Colours of every theme, from palette.json. kernviz/ui/asset_routes.py puts it there. */
declare const __PALETTE__: Record<string, any>;

/** Marks of the classes, from kernviz/figures/theme.py. kernviz/ui/asset_routes.py puts them there. */
declare const __SYMBOLS__: string[];

interface Window {
  /** plotly.js, once it has been fetched. */
  Plotly?: any;
  __kernvizFiles?: any;
  __kernvizPlotly?: any;
  __kernvizShell?: any;
  __kernvizShown?: any;
}

interface Element {
  /** What plotly.js knows of a picture it has drawn. */
  _fullLayout?: any;
}
