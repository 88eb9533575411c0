// A plain click: with the left button and without a key. Other clicks open a new tab, for instance.
export const isPlain = (event) => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

// The link of a plain click, which the browser then does not follow; null for another click.
export function clickedLink(event, selector = "a") {
  const link = event.target.closest(selector);
  if (!link || !isPlain(event)) return null;
  event.preventDefault();
  return link;
}
