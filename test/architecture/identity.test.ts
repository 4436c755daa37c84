import { describe, expect, it } from 'vitest';
import { sourcesIn } from './imports.ts';

/** Where text that people, URLs or the ledger's own keys bring is read; each with what it reads. */
const edges: ReadonlyMap<string, string> = new Map([
  ['lib/model/ids.ts', 'the kind and name in the id of a target'],
  ['lib/jobs/overrides/scope.ts', 'a glob that a person wrote'],
  ['lib/jobs/act/open-routes.ts', 'the name of an address in the settings'],
  ['lib/record/sample-item.ts', 'the parts of a key of the ledger'],
]);

const folders = [
  'model',
  'state',
  'rules',
  'forms',
  'observe',
  'meter',
  'decide',
  'record',
  'notify',
  'routes',
  'views',
  'jobs',
]
  .map((folder) => `lib/${folder}`)
  .concat('lib/service', 'lib/dashboard', 'lib/cli');

const identity =
  '(?:subject|target|incident|episode|alert|announcement|intent|message|key|\\w*Key|id|\\w*Id)';
const apart = '(?:startsWith|endsWith|split|slice|indexOf|lastIndexOf|replace|match|substring)';
const takesApart = new RegExp(`\\b${identity}\\??\\.${apart}\\(`);

/** Returns the lines of a program that take an identity apart. */
const takings = (text: string): readonly string[] => text.split('\n').filter((line) => takesApart.test(line));

describe('no code parses an identity', () => {
  it.each(["alert.key.startsWith('a')", 'alert?.endsWith(step)', "subject.split('/')", 'target.id.slice(8)'])(
    'as in %s',
    (line) => {
      expect(takings(line)).toEqual([line]);
    },
  );

  it('outside the places where text becomes an identity, each of which does so', () => {
    const found = sourcesIn(...folders).filter(({ text }) => takings(text).length > 0);
    expect(found.map(({ path }) => path).toSorted()).toEqual([...edges.keys()].toSorted());
  });
});
