// What a script finds on a page that speaks English, for those that read it when they are imported. Import it first.
Object.assign(globalThis, {
  __LANGUAGES__: { de: "," },
  location: { search: "" },
  document: { documentElement: { dataset: {} }, querySelector: () => null },
});
Object.defineProperty(globalThis, "navigator", { value: { language: "en-GB" }, configurable: true });
