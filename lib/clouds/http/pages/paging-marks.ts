/** The names of fields that indicate another page, on platforms that have begun to page a list. */
const tellsOfMore = /^(page_?token|has_?(more|next)\w*|next\w*|\w*cursor|continuation\w*|is_?truncated)$/i;
/** Names of cursors that lead back. */
const tellsOfBefore = /^(prev|start|first|before)/i;
/** The depth to which envelopes of pages are searched: "meta.page.next". */
const deepest = 3;

/**
 * Returns the paths of fields that indicate another page, at the top or in an envelope such as `pagination` or `links`,
 * except the specified one. Lists are not searched.
 */
export function pagingMarks(reply: object, list: string, specified: string | undefined): readonly string[] {
  const marks: string[] = [];
  const search = (record: object, prefix: string, depth: number): void => {
    for (const [name, value] of Object.entries(record)) {
      if (depth === 0 && (name === list || name === specified)) continue;
      const path = prefix === '' ? name : `${prefix}.${name}`;
      if (tellsOfMore.test(name) && !tellsOfBefore.test(name) && marksNextPage(value)) marks.push(path);
      else if (isEnvelope(value) && depth < deepest) search(value, path, depth + 1);
    }
  };
  search(reply, '', 0);
  return marks;
}

/** Reports whether a field has a value; an empty one means that no page follows. */
const marksNextPage = (value: unknown): boolean =>
  isEnvelope(value) ? Object.values(value).some(marksNextPage) : Boolean(value) && !Array.isArray(value);

const isEnvelope = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
