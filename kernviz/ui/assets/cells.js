// Splits text from a spreadsheet into cells.
const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d{1,4})?$/i;

// Whether Python will read the text of one cell as a number (kernviz/data/drawn_rows.py). A decimal comma is allowed.
export const reads = (text) => NUMBER.test(text.trim().replace("−", "-"));

// Rows of cells without a header row; null for a single cell. `numbers`: how many columns hold numbers.
export function parted(text, numbers) {
  const lines = text
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .split("\n")
    .filter((line) => line.trim());
  const mark = ["\t", ";"].find((sign) => lines.some((line) => line.includes(sign)));
  if (!lines.length || (lines.length === 1 && !mark && !/[\d.]\s*[,\s]\s*[-+\d.]/.test(lines[0].trim()))) return null;
  if (lines.length === 1 && !mark && numbers === 1) return null;
  const commas =
    !mark && lines.every((line) => line.includes(",")) && (numbers > 1 || !lines.every((line) => reads(line)));
  const split = mark
    ? (line) => line.split(mark)
    : commas
      ? (line) => line.split(",")
      : numbers > 1 || lines.some((line) => /\S\s+\S/.test(line))
        ? (line) => line.trim().split(/\s+/)
        : (line) => [line];
  const rows = lines.map((line) => split(line).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
  const named = rows.length > 1 && rows[0].slice(0, numbers).every((cell) => !reads(cell)) && reads(rows[1][0]);
  return named ? rows.slice(1) : rows;
}
