import { describe, expect, it } from 'vitest';
import { sourcesIn } from './imports.ts';

const sources = sourcesIn('lib').filter(({ path }) => !path.startsWith('lib/simulators/'));

const namesIn = (pattern: RegExp, among = sources): readonly { path: string; name: string }[] =>
  among.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, first, second]) => ({ path, name: first ?? second ?? '' })),
  );

const exportedTypes = namesIn(/^export (?:abstract )?(?:type|interface|class) (\w+)/gm);
const lastWord = (name: string): string => /[A-Z][a-z0-9]*$/.exec(name)?.[0] ?? name;

const prepositions =
  'Of|By|In|At|On|For|From|To|With|Within|Without|Over|Until|Since|Before|After|Between|Against|About|As|Into|Under|Beside|Per|Than|Through|Around|Above|Below';
const participles = new RegExp(
  `^(?:\\w+ed|Known|Held|Left|Seen|Shown|Told|Found|Spent|Written|Had|Next|Unless|Live|Missing|Unreadable|Stoppable|${prepositions})$`,
);
/** Nouns that end as participles do. */
const nouns = new Set(['Feed', 'Need', 'Seed', 'Speed']);

describe('an exported type', () => {
  it('has a noun phrase as its name, not a participle, an adjective or a preposition', () => {
    const wrong = exportedTypes.filter(({ name }) => {
      const last = lastWord(name);
      return participles.test(last) && !nouns.has(last);
    });
    expect(wrong).toEqual([]);
  });

  it('has a name that no other file exports', () => {
    const filesOf = new Map<string, string[]>();
    for (const { name, path } of exportedTypes) filesOf.set(name, [...(filesOf.get(name) ?? []), path]);
    expect([...filesOf].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });
});

/** Folders of many small closures beside the page and the terminal; what they share is elsewhere. */
const apart = /^lib\/(?:cli|dashboard)\//;
const functions = namesIn(
  /\bfunction (\w+)|\bconst (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>\n]+>)?(?:\([^=]*?\)(?:: [^=\n]+)? =>|\w+ =>)/g,
  sources.filter(({ path }) => !apart.test(path)),
);

describe('a function', () => {
  it('ends in a preposition in fewer than four of a hundred', () => {
    const ending = functions.filter(({ name }) => new RegExp(`(?:${prepositions})$`).test(name));
    expect(functions.length).toBeGreaterThan(2500);
    expect(ending.length / functions.length).toBeLessThan(0.04);
  });
});
