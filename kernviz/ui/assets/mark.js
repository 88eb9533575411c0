// Marks on Streamlit's container of a component, for style sheets: an attribute "data-kv-" with the mark's name. The
// selector :has() would need no marks, but with it the browser passes over the whole page whenever a text of a picture
// changes, which took 20 ms on a page and 100 ms in presenter mode.
export function mark(element, name, on = true, holder = '[data-testid="stElementContainer"]') {
  element.closest(holder)?.toggleAttribute(`data-kv-${name}`, on);
}
