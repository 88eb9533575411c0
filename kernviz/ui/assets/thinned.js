// A part of a large file that represents the whole.
export const READ = 4e6; // bytes: largest part of a file that is sent and read

// Return lines of a file in bytes, about `room` bytes and at most READ, and [lines kept, lines in all]. These are the
// first lines, and one line from each of equal sections of the rest. A file sorted by class thus keeps the shares of
// its classes. Without a line end in its first READ bytes nothing is left.
export function thinned(bytes, room) {
  const ends = [];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ends.push(at + 1);
  if (ends.at(-1) !== bytes.length) ends.push(bytes.length);
  const first = Math.min(20, ends.length),
    head = ends[first - 1] ?? 0,
    rest = ends.length - first;
  const kept = Math.floor((rest * (room - head)) / (bytes.length - head));
  const parts = [bytes.subarray(0, head)];
  for (let i = 0, seed = 1; i < kept; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; // a fixed seed: the same file gives the same lines
    const from = Math.floor((i * rest) / kept),
      to = Math.floor(((i + 1) * rest) / kept);
    const line = first + from + (seed % Math.max(1, to - from));
    parts.push(bytes.subarray(ends[line - 1], ends[line]));
  }
  let size = 0;
  for (let i = 0; i < parts.length && size + parts[i].length <= READ; i++) size += parts[i].length;
  const out = new Uint8Array(size);
  let at = 0;
  for (const part of parts) if (at + part.length <= size) (out.set(part, at), (at += part.length));
  return [out, [first + kept, ends.length]];
}
