// A course's question for the empty place of a tree. The Python side is kernviz/ui/courses/placing.py.
import { candidates } from "./candidates.js";

const trees = new WeakMap(); // root -> its tree and the function that reports a placing, kept across runs of the page

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-tree");
  if (!trees.has(root)) trees.set(root, { tree: candidates(root, (value) => trees.get(root).report(value)) });
  const held = trees.get(root);
  held.report = (value) => setTriggerValue("placed", value);
  if (data) held.tree.set(data);
}
