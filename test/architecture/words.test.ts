import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from './imports.ts';

const checkout = join(import.meta.dirname, '../..');

/** Words that had a meaning of their own here, each with the field's word that took its place. */
const retired: Readonly<Record<string, string>> = {
  'sightings?': 'observation',
  'rungs?|ladders?': 'step',
  'deeds?': 'action',
  'hush(ed)?': 'suppressed',
  'detours?': 'fallback',
  belongings: 'resources at risk',
  surroundings: 'fleet context',
  'take[ns]? back': 'revoke',
  'reckon(s|ed|ing)?': 'accrue, meter',
  'the next look': 'the next poll',
  'the word of': 'override',
  'told apart': 'dimension',
  'speed of life': 'real time',
  'tellers?': 'author',
  'misfits?': 'mismatch',
  'goes by|mends': 'uses, fixes',
};

/** What people read: pages, messages of every kind, and the command line's sessions. */
const shown = ['docs', 'test/routes/snapshots', 'test/cli/sessions']
  .flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((path) => /\.(md|snap|txt)$/.test(path) && !/changelog|cost|performance/.test(path))
  .concat('README.md');

const linesOf = (path: string) =>
  readFileSync(join(checkout, path), 'utf8')
    .split('\n')
    .map((line, index) => ({ place: `${path}:${index + 1}: ${line.trim()}`, line }));
const code = sourcesIn('lib').flatMap(({ path }) => linesOf(path));
const tests = sourcesIn('test').filter(({ path }) => path !== 'test/architecture/words.test.ts');
const lines = [...shown.flatMap(linesOf), ...code, ...tests.flatMap(({ path }) => linesOf(path))];

describe('the words that people read, and those of the code and its tests', () => {
  it.each(Object.entries(retired))('are never "%s", but %s', (words) => {
    const pattern = new RegExp(`\\b(?:${words})\\b`, 'i');
    expect(lines.filter(({ line }) => pattern.test(line)).map(({ place }) => place)).toEqual([]);
  });
});

describe('the code', () => {
  it.each([
    ['begins doc comments with a noun or a verb, not with "What"', /\/\*\* What /],
    ['gives values the noun that they are, not "whose" or "meant"', /\b(?:const|let) (?:whose|meant)\b/],
  ])('%s', (_, pattern) => {
    expect(code.filter(({ line }) => pattern.test(line)).map(({ place }) => place)).toEqual([]);
  });
});
