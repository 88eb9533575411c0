// One Tab stop for each group of buttons, and arrow keys inside the group (WAI-ARIA's roving tabindex). The stop is the
// button that had the focus last; at first the pressed button, or else the first one.
const GROUPS = [
  // selector of the group, selector of its members
  [".kv-reach", "button"],
  ['[data-testid="stTopNav"]', '[data-testid="stTopNavSection"]'],
  [".st-key-kv-head", "button"],
  [".kv-tools .kv-bar", "button"],
  [".modebar", ".modebar-btn"],
  [".kv-shelf", "button"],
  [".kv-chips", "button"],
  [".kv-readouts", "[data-meaning]"],
];
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const last = new WeakMap(); // group -> member that had the focus last

const usable = (member) => !member.disabled && member.getClientRects().length > 0;
const pressed = (member) => member.getAttribute("aria-pressed") === "true";

// The member that is the Tab stop. `before`: the member that had the focus last.
export const stopOf = (members, before) => (members.includes(before) ? before : (members.find(pressed) ?? members[0]));

// Index of the member to which a key moves the focus; null for other keys.
export function placeAfter(key, place, count) {
  if (key === "Home" || key === "End") return key === "Home" ? 0 : count - 1;
  return key in STEPS ? (place + STEPS[key] + count) % count : null;
}

function set(group, members) {
  const stop = stopOf(members, last.get(group));
  for (const member of members) {
    const index = member === stop ? 0 : -1;
    if (member.tabIndex !== index || !member.hasAttribute("tabindex")) member.tabIndex = index;
  }
}

const membersOf = (group, selector) => [...group.querySelectorAll(selector)].filter(usable);

// Set the Tab stop of every group on the page.
export function rove() {
  for (const [holder, selector] of GROUPS)
    for (const group of document.querySelectorAll(holder)) set(group, membersOf(group, selector));
}

// The group of a member, [group, members]; null for other elements.
export function groupOf(member) {
  for (const [holder, selector] of GROUPS) {
    const group = member?.matches?.(selector) && member.closest(holder);
    if (group) return [group, membersOf(group, selector)];
  }
  return null;
}

function focused({ target }) {
  const found = groupOf(target);
  if (!found) return;
  last.set(found[0], target);
  set(...found);
}

function keyed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const found = groupOf(event.target),
    place = found && placeAfter(event.key, found[1].indexOf(event.target), found[1].length);
  if (place === null || found[1][place] === event.target) return;
  event.preventDefault();
  found[1][place].focus({ focusVisible: true });
}

export function listen() {
  document.addEventListener("focusin", focused);
  document.addEventListener("keydown", keyed);
}
