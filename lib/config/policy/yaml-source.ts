import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';

export type Path = readonly PropertyKey[];
/** A position in a text; line and column are counted from 1. */
export type SourcePosition = { readonly line: number; readonly column: number };

/** Parsed data with the positions of its values. */
export type YamlData = {
  readonly value: unknown;
  /** Returns the position of a value or its key; of the nearest enclosing value if there is none at the path. */
  readonly placeOf: (path: Path, part: 'key' | 'value') => SourcePosition;
};

/** A text parsed as YAML: its faults, and its data unless it is too broken. */
export type YamlSource = {
  readonly faults: readonly (SourcePosition & { readonly message: string })[];
  readonly data: YamlData | undefined;
};

/** Limits far above any policy, against files built to exhaust time or memory. */
const mostAliases = 100;
const mostBytes = 262_144;
const deepest = 20;

/** The messages of faults after which the rest of the text can still be parsed. */
const harmless: Partial<Record<string, string>> = {
  TAG_RESOLVE_FAILED: 'tags (!) are not supported; remove it',
};
const plainer: Partial<Record<string, string>> = {
  ...harmless,
  TAB_AS_INDENT: 'a tab cannot indent YAML; use spaces',
};

/** Parses YAML 1.2 of plain data. A tag, a second document and a duplicate key are faults, in which `what` names the text. */
export function readYaml(file: string, what = 'a policy'): YamlSource {
  // Editors do not count a byte order mark as a column.
  const text = file.replace(/^\uFEFF/, '');
  if (text.length > mostBytes) {
    const message = `the file is too large: ${what} may have at most ${mostBytes / 1_024} KiB`;
    return { faults: [{ line: 1, column: 1, message }], data: undefined };
  }
  const document = parseDocument(text, {
    logLevel: 'error',
    prettyErrors: false,
    resolveKnownTags: false,
    schema: 'core',
    // The check of the parser takes quadratic time.
    uniqueKeys: false,
  });
  const placeAt = createPlaceFinder(text);
  const problems = [...document.errors, ...document.warnings];
  const faults = problems.map(({ code, message, pos }) => ({
    ...placeAt(pos[0]),
    message:
      plainer[code] ??
      (code === 'MULTIPLE_DOCS' ? `${what} must be a single document; remove the line ---` : null) ??
      (isOverflow(message) ? tooDeep : `not valid YAML: ${message.replace(/: ".*$/s, '')}`),
  }));
  if (problems.some(({ code }) => harmless[code] === undefined)) return { faults, data: undefined };
  const bad = findTooDeepNode(document) ?? badAlias(document);
  if (bad) return { faults: [...faults, { ...placeAt(bad.offset), message: bad.message }], data: undefined };
  faults.push(...repeatedKeys(document).map((offset) => ({ ...placeAt(offset), message: writtenTwice })));
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliases });
    return { faults, data: { value, placeOf: (path, part) => placeAt(findOffset(document, path, part)) } };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return {
      faults: [...faults, { ...placeAt(0), message: tooManyAliases }],
      data: undefined,
    };
  }
}

const tooManyAliases = 'too many aliases (*); write the rules out';
const writtenTwice = 'duplicate key; keep one of them';
const tooDeep = `nested too deeply: at most ${deepest} levels are allowed`;
/** True if the message shows that the recursive parser overflowed the call stack. */
const isOverflow = (message: string): boolean => message.includes('call stack');

/** Returns a function from offsets to positions. The parser's line counter misses lines of unterminated quoted text. */
function createPlaceFinder(text: string): (offset: number) => SourcePosition {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

type Bad = { readonly offset: number; readonly message: string };

function findTooDeepNode(document: Document): Bad | undefined {
  let fault: Bad | undefined;
  visit(document, {
    Collection: (_, collection, ancestors) => {
      if (ancestors.filter(isCollection).length < deepest) return undefined;
      fault = { offset: collection.range?.[0] ?? 0, message: tooDeep };
      return visit.BREAK;
    },
  });
  return fault;
}

/** Returns the first alias that is undefined, contains itself, or is one too many: resolving one searches the document. */
function badAlias(document: Document): Bad | undefined {
  let fault: Bad | undefined;
  let count = 0;
  visit(document, {
    Alias: (_, alias, ancestors) => {
      count += 1;
      const isTooMany = count > mostAliases;
      const target = isTooMany ? undefined : alias.resolve(document);
      if (target && !ancestors.includes(target)) return undefined;
      const unfollowed = target
        ? `*${alias.source} contains itself`
        : `anchor &${alias.source} is not defined before this`;
      fault = { offset: alias.range?.[0] ?? 0, message: isTooMany ? tooManyAliases : unfollowed };
      return visit.BREAK;
    },
  });
  return fault;
}

/** Returns the offsets of duplicate keys. */
function repeatedKeys(document: Document): readonly number[] {
  const offsets: number[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) offsets.push(key.range?.[0] ?? 0);
        keys.add(key.value);
      }
    },
  });
  return offsets;
}

const pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

/** Returns the pair of a key; the first of a duplicate key. */
function findPair(map: YAMLMap, name: string): Pair | undefined {
  const keys = pairs.get(map);
  if (keys) return keys.get(name);
  const entries = map.items.flatMap((pair): [string, Pair][] =>
    isScalar(pair.key) ? [[String(pair.key.value), pair]] : [],
  );
  const all = new Map(entries.toReversed());
  pairs.set(map, all);
  return all.get(name);
}

function findOffset(document: Document, path: Path, part: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const [index, step] of [...path, undefined].entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isNode(node)) offset = node.range?.[0] ?? offset;
    if (isMap(node)) {
      const pair = typeof step === 'string' ? findPair(node, step) : undefined;
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
