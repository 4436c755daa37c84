import { type Document, isAlias, isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml';

export type Path = readonly PropertyKey[];
/** Counted from 1. */
export type Place = { readonly line: number; readonly column: number };

/** Plain data that still knows its lines. */
export type YamlData = {
  readonly value: unknown;
  /** Where the value at a path begins, or its key; what is nearest around it when there is none. */
  readonly placeOf: (path: Path, part: 'key' | 'value') => Place;
};

/** A text read as YAML: what is wrong with it, and its data unless it is too broken to tell. */
export type YamlSource = {
  readonly faults: readonly (Place & { readonly message: string })[];
  readonly data: YamlData | undefined;
};

/** A policy repeats a part now and then; a file built to exhaust memory does so without end. */
const mostAliases = 100;

/** Faults that leave no doubt about the rest of the text. */
const harmless: Partial<Record<string, string>> = {
  DUPLICATE_KEY: 'this key is written twice; keep one of them',
  TAG_RESOLVE_FAILED: 'a tag (!) has no meaning in a policy; remove it',
};
const plainer: Partial<Record<string, string>> = {
  ...harmless,
  MULTIPLE_DOCS: 'a second document begins here; a policy is one document, so remove the line ---',
  TAB_AS_INDENT: 'a tab cannot indent YAML; use spaces',
};

/** Reads YAML 1.2 of plain data: a tag, a second document or a key written twice is a fault. */
export function readYaml(file: string): YamlSource {
  // A byte order mark is no column to an editor.
  const text = file.replace(/^\uFEFF/, '');
  const document = parseDocument(text, {
    logLevel: 'error',
    prettyErrors: false,
    resolveKnownTags: false,
    schema: 'core',
  });
  // The parser's own line counter misses the lines of a quoted text that does not end.
  const placeAt = (offset: number): Place => {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  };
  const problems = [...document.errors, ...document.warnings];
  const faults = problems.map(({ code, message, pos }) => ({
    ...placeAt(pos[0]),
    message: plainer[code] ?? `not valid YAML: ${message}`,
  }));
  if (problems.some(({ code }) => harmless[code] === undefined)) return { faults, data: undefined };
  const alias = badAlias(document);
  if (alias)
    return { faults: [...faults, { ...placeAt(alias.offset), message: alias.message }], data: undefined };
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliases });
    return { faults, data: { value, placeOf: (path, part) => placeAt(offsetOf(document, path, part)) } };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return {
      faults: [...faults, { ...placeAt(0), message: 'too many aliases (*); write the rules out' }],
      data: undefined,
    };
  }
}

/** An alias that cannot be followed, or not to an end. */
function badAlias(document: Document): { offset: number; message: string } | undefined {
  let found: { offset: number; message: string } | undefined;
  visit(document, {
    Alias: (_, alias, ancestors) => {
      const meant = alias.resolve(document);
      if (meant && !ancestors.includes(meant)) return undefined;
      const message = meant
        ? `*${alias.source} would contain itself`
        : `no anchor &${alias.source} comes before this`;
      found = { offset: alias.range?.[0] ?? 0, message };
      return visit.BREAK;
    },
  });
  return found;
}

function offsetOf(document: Document, path: Path, part: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const [index, step] of [...path, undefined].entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isNode(node)) offset = node.range?.[0] ?? offset;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (!pair) return offset;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      if (part === 'key' && index === path.length - 1) return offset;
      node = pair.value;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step];
    } else {
      return offset;
    }
  }
  return offset;
}
