/** Reads strict RFC 4180: a stray quote or a row of another length is an error. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
  const end = /,|\r?\n|$/y;
  for (let at = 0; at < text.length; ) {
    cell.lastIndex = at;
    const [whole = '', quoted, plain] = cell.exec(text) ?? [];
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    end.lastIndex = at + whole.length;
    const [mark] = end.exec(text) ?? [];
    if (mark === undefined) throw new Error(`no CSV at ${end.lastIndex}: ${text.slice(at, at + 40)}`);
    at += whole.length + mark.length;
    if (mark !== ',') {
      rows.push(row);
      row = [];
    } else if (at === text.length) row.push('');
  }
  const [heading = []] = rows;
  const odd = rows.find(({ length }) => length !== heading.length);
  if (odd !== undefined)
    throw new Error(`${odd.length} cells under ${heading.length} headings: ${odd.join('|')}`);
  return rows;
}

/** Returns the rows by their headings; an empty cell is `null`. */
export function recordsIn(text: string): readonly Readonly<Record<string, string | null>>[] {
  const [heading = [], ...rows] = parseCsv(text);
  return rows.map((row) => Object.fromEntries(heading.map((name, index) => [name, row[index] || null])));
}
