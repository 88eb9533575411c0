// Globals of a page in English, for scripts that read them when they are imported. Import this module first.
Object.assign(globalThis, {
  __LANGUAGES__: { de: "," },
  location: { search: "" },
  document: { documentElement: { dataset: {} }, querySelector: () => null },
});
Object.defineProperty(globalThis, "navigator", { value: { language: "en-GB" }, configurable: true });
