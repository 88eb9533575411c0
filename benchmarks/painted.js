// Runs in the measured page and records when new pictures are painted, and when a key or the pointer goes down and up.
// kernviz changes data-revision on the root of its picture; for the peers the drawn geometry itself is compared.
(kind) => {
  const cut = (s) =>
    s ? s.length + ":" + s.slice(0, 40) + s.slice(s.length >> 1, (s.length >> 1) + 64) + s.slice(-64) : "";
  const signature = {
    kernviz: () =>
      [...document.querySelectorAll(".kv-plot")].find((e) => e.clientWidth && e.dataset.revision)?.dataset.revision ??
      "",
    plotly: () => {
      const graph = document.querySelector(".js-plotly-plot");
      if (!graph || !graph.clientWidth || getComputedStyle(graph).visibility !== "visible") return "";
      const images = [...graph.querySelectorAll(".heatmaplayer image")].map((e) =>
        cut(e.getAttribute("href") || e.getAttribute("xlink:href")),
      );
      return [
        ...images,
        ...[...graph.querySelectorAll(".contourlayer path")].map((e) => cut(e.getAttribute("d"))),
      ].join("|");
    },
  }[kind];
  const seen = (window.__painted = { from: null, until: null, marks: [], quiet: null, now: signature(), armed: false });
  const app = () => document.querySelector("[data-testid=stApp]")?.getAttribute("data-test-script-state");
  let state = app();
  // A short run ends before the page can report that it runs; it is noticed by changes outside the pictures. Tables are
  // left out: for screen readers they write their cells once more a fifth of a second later.
  const OWN = ".kv-plot, .js-plotly-plot, [data-testid=stDataFrame]";
  const beside = ({ type, target: t }) =>
    type !== "attributes" &&
    !!(t = t.nodeType === 1 ? t : t.parentElement)?.closest("[data-testid=stApp]") &&
    !t.closest(OWN);
  new MutationObserver((changes) => {
    if (!asked) asked = !!requestAnimationFrame(frame); // only when something changed: the other pages should cost nothing
    if (changes.some(beside)) seen.quiet = performance.now();
    if (app() !== state && (state = app()) === "notRunning") seen.quiet = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const note = (event) => {
    if (seen.armed && seen.from === null) seen.from = event.timeStamp;
  };
  const end = (event) => {
    if (seen.armed) seen.until = event.timeStamp;
  };
  for (const name of ["keydown", "pointerdown"]) window.addEventListener(name, note, true);
  for (const name of ["keyup", "pointerup", "pointercancel"]) window.addEventListener(name, end, true);
  // A message posted in a frame arrives just after that frame was produced, so its picture is then on the screen.
  const after = new MessageChannel();
  after.port1.onmessage = ({ data }) => seen.marks.push([performance.now(), data]);
  seen.begin = () =>
    Object.assign(seen, { from: null, until: null, marks: [], now: signature() || seen.now, quiet: null, armed: true });
  seen.still = () => (app() === "running" ? 0 : performance.now() - Math.max(changed, seen.quiet ?? 0)); // ms without a new picture or run
  let number = 0,
    changed = 0,
    asked = false;
  const frame = () => {
    asked = false;
    const next = signature();
    if (!next || next === seen.now) return;
    seen.now = next;
    changed = performance.now();
    if (seen.armed) after.port2.postMessage(number++);
  };
  seen.read = () => ({ from: seen.from, until: seen.until, marks: seen.marks.map((m) => m[0]), quiet: seen.quiet });
};
