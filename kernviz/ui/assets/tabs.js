// The names of tabs as a lecture writes them. In the address and for Streamlit a tab keeps kernviz's name: only what is read
// changes, and changes back.
const OWN = Symbol("the name in the address");

export function rename(told) {
  for (const tab of document.querySelectorAll('[data-testid="stTab"], [role="tab"]')) {
    const walk = document.createTreeWalker(tab, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      if (node[OWN] && node.data !== node[OWN].told) node[OWN] = null; // Streamlit has written another there
      const own = node[OWN]?.own ?? node.data, wanted = told[own] ?? own;
      if (wanted === node.data) continue;
      node[OWN] = { own, told: wanted };
      node.data = wanted;
    }
  }
}
