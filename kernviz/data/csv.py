"""Reader and writer of CSV files.

Reading accepts the variants of spreadsheets and notes them. Writing loses nothing.

    # title: Iris petals
    # source: R. A. Fisher (1936)
    petal length (cm),petal width (cm),species
    1.4,0.2,setosa

Optional comment lines are `# target:` (the column to predict), `# task:` (classification,
regression or none) and `# name:`. The writer adds `# positive:` (the class of +1) and `# classes:`
(their order) where the table alone does not determine them. Nothing in a file is executed.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice
from os import PathLike
from pathlib import Path

import numpy as np

from kernviz.data.checks import MAX_ROWS, DataError
from kernviz.data.dataset import Dataset
from kernviz.data.decode import MAX_BYTES, decoded, whole_lines
from kernviz.data.dialect import guess_dialect, has_header
from kernviz.data.header import read_header, write_header
from kernviz.data.table import DataTable, Row
from kernviz.data.target import read_target
from kernviz.data.text import guard, label_key, plain
from kernviz.wording import say


def load_csv(source: Path | str | bytes, name: str | None = None, *, drop_missing: bool = False) -> Dataset:
    r"""Read a data set from a CSV file, or from its content.

    The order of the rows is kept, and `notes` lists every adaptation. `parse_csv` opens no file: use it
    for content from outside.

    Parameters
    ----------
    source : path, str or bytes
        Path of the file; or its content, as bytes or as text that contains a line break.
    name : str, optional
        Name of the data set. None: the `# name:` in the file, or else the name of the file.
    drop_missing : bool, default=False
        Leave out points with a missing value instead of refusing the file.

    Returns
    -------
    Dataset
        At most 2000 points; of a longer file 2000 rows, spread evenly over it.

    Raises
    ------
    DataError
        If the file cannot be opened, is no table, has a missing value, or exceeds the limits of `Dataset`.

    Examples
    --------
    >>> load_csv("x;y;label\n1,5;2;a\n-1;0,5;b\n").X.tolist()
    [[1.5, 2.0], [-1.0, 0.5]]
    """
    if isinstance(source, bytes) or (isinstance(source, str) and ("\n" in source or "\r" in source)):
        return parse_csv(source, name, drop_missing=drop_missing)
    if not isinstance(source, str | PathLike):
        raise DataError(
            say("a table is read from a file's path, its text or its bytes, not from {source!r:.40}", source=source)
        )
    path = Path(source)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise DataError(say("{name!r} cannot be read: {why}", name=path.name, why=why)) from None
    return parse_csv(content, name, drop_missing=drop_missing, fallback=path.stem)


def parse_csv(
    content: str | bytes, name: str | None = None, *, drop_missing: bool = False, fallback: str = "data"
) -> Dataset:
    r"""Read a data set from the content of a CSV file.

    `notes` lists every adaptation; the order of the rows is kept.

    name: overrides the `# name:` of the file. fallback: name if there is neither. drop_missing: leave out points
    with a missing value instead of refusing the file. Of more than 2000 rows 2000 are read, spread evenly over
    the file. Raises DataError.

    >>> parse_csv("x;y;label\n1,5;2;a\n-1;0,5;b\n").X.tolist()
    [[1.5, 2.0], [-1.0, 0.5]]
    """
    if not isinstance(content, str | bytes):
        raise DataError(say("the content of a file is text or bytes, not {content!r:.40}", content=content))
    text, cut, notes = decoded(content) if isinstance(content, bytes) else (*whole_lines(content), ())
    header, body = read_header(text)
    dialect = guess_dialect(body)
    first = list(islice(dialect.rows(body), MAX_ROWS + 2))
    named = has_header([cells for _, cells in first], dialect.decimal)
    rows, there = _spread(dialect.rows(body), int(named)) if len(first) > MAX_ROWS else (first, len(first))
    points, there = (rows[1:], there - 1) if named else (rows, there)
    if cut:
        notes = (
            *notes,
            say(
                "the first {count} points were read: the file is larger than {limit} MB",
                count=there,
                limit=MAX_BYTES // 10**6,
            ),
        )
    if there > len(points):
        notes = (
            *notes,
            say("{kept} of {total} points were read, spread evenly over the file", kept=len(points), total=there),
        )
    if dialect.delimiter == ";":
        commas = dialect.decimal == ","
        found = say("semicolons and decimal commas were recognised") if commas else say("semicolons were recognised")
        notes = (*notes, found)
    table = DataTable.of(rows[0][1] if named else None, points, dialect.decimal)
    goal = read_target(table, header)
    X, keep = table.numbers(goal.columns)
    values, missing = goal.values(table)
    lost = ~keep | missing
    if lost.any():
        lines = ", ".join(str(table.line(int(i))) for i in lost.nonzero()[0][:5]) + ("…" if lost.sum() > 5 else "")
        if not drop_missing:
            raise DataError(
                say(
                    "a value is missing in line {lines}: fill it in, or leave out these {points} points",
                    lines=lines,
                    points=lost.sum(),
                )
            )
        notes = (
            *notes,
            say("{points} points with a missing value were left out (line {lines})", points=lost.sum(), lines=lines),
        )
    if (left := int((~lost).sum())) < 2:
        raise DataError(say("the table has {left} usable points: at least 2 points are needed", left=left))
    if len(goal.columns) > 3:
        notes = (
            *notes,
            say(
                "there are {columns} columns of coordinates, but a picture shows only two: choose two of them",
                columns=len(goal.columns),
            ),
        )
    y, classes, more = goal.coded(values, ~lost)
    return Dataset(
        X[~lost],
        y,
        name=name or header.get("name") or fallback,
        title=header.get("title", ""),
        source=header.get("source", ""),
        columns=tuple(table.names[j] for j in goal.columns),
        target=goal.target,
        classes=classes,
        task=goal.task,
        notes=(*notes, *table.notes, *goal.notes, *more),
    )


def _spread(rows: Iterator[Row], most: int) -> tuple[list[Row], int]:
    """Return a sample of the rows, and the number of rows.

    The sample has the first `most` rows. From each of MAX_ROWS equal stretches of the others it has
    one drawn row.

    A file sorted by class keeps the share of every class. Its first rows alone would not.
    """
    found = list(rows)
    rest = len(found) - most
    if rest <= MAX_ROWS:
        return found, len(found)
    ends = np.linspace(0, rest, MAX_ROWS + 1).astype(int)
    chosen = np.random.default_rng(0).integers(ends[:-1], ends[1:])
    return [*found[:most], *(found[most + i] for i in chosen.tolist())], len(found)


def to_csv(dataset: Dataset) -> str:
    """Return the CSV text of a dataset: parse_csv(to_csv(D)) == D.

    A label that a spreadsheet would execute, as =cmd(), gets a ' in front.
    """
    header = {field: str(getattr(dataset, field)) for field in ("title", "source", "name", "task", "target")}
    if dataset.is_signed:
        header["positive"] = dataset.classes[1]
    present = {label for label, size in dataset.counts.items() if size}
    natural = tuple(sorted(present, key=label_key))
    if dataset.classes != natural:  # some class has no point, or the classes have an order of their own
        header["classes"] = _row([guard(label) for label in dataset.classes]).rstrip("\n")
    names = [guard(name, numbers=True) for name in (*dataset.columns, dataset.target) if name]
    columns = [[plain(value) for value in column] for column in dataset.X.T]
    if dataset.task == "regression":
        columns.append([plain(value) for value in dataset.values])
    elif dataset.task == "classification":
        columns.append([guard(label) for label in dataset.labels])
    return write_header(header) + "".join(_row(cells) for cells in (names, *zip(*columns, strict=True)))


def _row(cells: Sequence[str]) -> str:
    """Return one CSV line.

    With another delimiter in a cell all cells are quoted, so that no reader splits there.
    """
    line = io.StringIO()
    safe = not any(mark in cell for cell in cells for mark in ';\t"')
    csv.writer(line, lineterminator="\n", quoting=csv.QUOTE_MINIMAL if safe else csv.QUOTE_ALL).writerow(cells)
    return line.getvalue()
