// Creates HTML and SVG elements.
export function element(name, properties = {}, children = []) {
  const { role, ...others } = properties;
  const made = Object.assign(document.createElement(name), others);
  if (role) made.setAttribute("role", role);
  made.append(...children);
  return made;
}

export function set(made, attributes) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function shape(name, attributes = {}, text = "") {
  const made = set(document.createElementNS("http://www.w3.org/2000/svg", name), attributes);
  if (text) made.textContent = text;
  return made;
}
