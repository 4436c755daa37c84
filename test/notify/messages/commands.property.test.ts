import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ResourceKind } from '../../../lib/model/facts/resource.ts';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import { approve, shellWord, subjectForCommand } from '../../../lib/notify/parts/commands.ts';
import { runs } from '../../support/tier.ts';

const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    "'",
    "'; rm -rf ~ #",
    '$(id)',
    '$HOME',
    '"',
    '\\',
    '!!',
    '~',
    '-rf',
    'a\\',
    "'\\''",
    '&',
    '|x',
  ),
);
const wordsIn = (line: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

it('a shell reads a quoted word unchanged, whatever it contains', () => {
  fc.assert(
    fc.property(
      anyName.filter((name) => !name.includes('\0')),
      (name) => {
        expect(wordsIn(shellWord(name))).toEqual([name]);
      },
    ),
    runs(150),
  );
});

it('a shell reads an offered command as the words that it was made of, and runs no part of a name', () => {
  const names = fc.tuple(anyName, fc.constantFrom(...ResourceKind.options), anyName, anyName);
  fc.assert(
    fc.property(names, ([project, kind, id, ruled]) => {
      const subject = Subject.parse(`project/${project}/${kind}/${id}`);
      const offered = approve({ subject, rule: RuleName.parse(ruled), action: 'stop' });
      if (offered === null) return;
      const words = [
        'spendwatch',
        'approve',
        subjectForCommand(subject),
        '--rule',
        ruled,
        '--reason',
        'agreed',
      ];
      expect(offered.line).not.toMatch(/[\p{Cc}`]/u);
      expect(wordsIn(offered.line)).toEqual(words);
    }),
    runs(150),
  );
});
