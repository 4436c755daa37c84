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
