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

/** Far more than any policy needs. Beyond these a file is built to exhaust time or memory, or is no policy. */
const mostAliases = 100;
const mostBytes = 262_144;
const deepest = 20;

/** Faults that leave no doubt about the rest of the text. */
const harmless: Partial<Record<string, string>> = {
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
  if (text.length > mostBytes) {
    const message = `a policy has at most ${mostBytes / 1_024} KiB, and this file has more`;
    return { faults: [{ line: 1, column: 1, message }], data: undefined };
  }
  const document = parseDocument(text, {
    logLevel: 'error',
    prettyErrors: false,
    resolveKnownTags: false,
    schema: 'core',
    // Its own check holds each key against all others.
    uniqueKeys: false,
  });
  const placeAt = placesIn(text);
  const problems = [...document.errors, ...document.warnings];
  const faults = problems.map(({ code, message, pos }) => ({
    ...placeAt(pos[0]),
    message:
      plainer[code] ?? (isOverflow(message) ? tooDeep : `not valid YAML: ${message.replace(/: ".*$/s, '')}`),
  }));
  if (problems.some(({ code }) => harmless[code] === undefined)) return { faults, data: undefined };
  const bad = tooDeepIn(document) ?? badAlias(document);
  if (bad) return { faults: [...faults, { ...placeAt(bad.offset), message: bad.message }], data: undefined };
  faults.push(...repeatedKeys(document).map((offset) => ({ ...placeAt(offset), message: writtenTwice })));
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliases });
    return { faults, data: { value, placeOf: (path, part) => placeAt(offsetOf(document, path, part)) } };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return {
      faults: [...faults, { ...placeAt(0), message: tooManyAliases }],
      data: undefined,
    };
  }
}

const tooManyAliases = 'too many aliases (*); write the rules out';
const writtenTwice = 'this key is written twice; keep one of them';
const tooDeep = `nested more than ${deepest} deep; a policy is not`;
/** The parser calls itself for each level. */
const isOverflow = (message: string): boolean => message.includes('call stack');

/** The parser's own line counter misses the lines of a quoted text that does not end. */
function placesIn(text: string): (offset: number) => Place {
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

function tooDeepIn(document: Document): Bad | undefined {
  let found: Bad | undefined;
  visit(document, {
    Collection: (_, collection, ancestors) => {
      if (ancestors.filter(isCollection).length < deepest) return undefined;
      found = { offset: collection.range?.[0] ?? 0, message: tooDeep };
      return visit.BREAK;
    },
  });
  return found;
}

/** An alias that cannot be followed, or not to an end; or one too many: to follow one is to look through the document. */
function badAlias(document: Document): Bad | undefined {
  let found: Bad | undefined;
  let count = 0;
  visit(document, {
    Alias: (_, alias, ancestors) => {
      count += 1;
      const isTooMany = count > mostAliases;
      const meant = isTooMany ? undefined : alias.resolve(document);
      if (meant && !ancestors.includes(meant)) return undefined;
      const unfollowed = meant
        ? `*${alias.source} would contain itself`
        : `no anchor &${alias.source} comes before this`;
      found = { offset: alias.range?.[0] ?? 0, message: isTooMany ? tooManyAliases : unfollowed };
      return visit.BREAK;
    },
  });
  return found;
}

/** Where the keys are that their mapping has already. */
function repeatedKeys(document: Document): readonly number[] {
  const offsets: number[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) offsets.push(key.range?.[0] ?? 0);
        seen.add(key.value);
      }
    },
  });
  return offsets;
}

const pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

/** The pair of a key; of one that is written twice the first. */
function pairOf(map: YAMLMap, name: string): Pair | undefined {
  const known = pairs.get(map);
  if (known) return known.get(name);
  const named = map.items.flatMap((pair): [string, Pair][] =>
    isScalar(pair.key) ? [[String(pair.key.value), pair]] : [],
  );
  const all = new Map(named.toReversed());
  pairs.set(map, all);
  return all.get(name);
}

function offsetOf(document: Document, path: Path, part: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const [index, step] of [...path, undefined].entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isNode(node)) offset = node.range?.[0] ?? offset;
    if (isMap(node)) {
      const pair = typeof step === 'string' ? pairOf(node, step) : undefined;
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
