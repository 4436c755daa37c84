import { isoInstant } from '../../model/time/time.ts';
import { printable } from '../../service/marks.ts';
import {
  accountBlocks,
  type Block,
  budgetBlocks,
  rateBlocks,
  resourceBlocks,
  sightBlocks,
} from './rule-blocks.ts';
import type { Survey } from './survey.ts';
import { seenOf } from './survey.ts';
import { surveyInWords } from './survey-in-words.ts';
import { globFor, quoted, ruleNames } from './yaml-text.ts';

export type PolicyOrder = {
  readonly cloudUrl: string;
  readonly timezone: string;
  /** Where editors find the schema, from where the policy is. */
  readonly schema: string;
};

/** A policy that fits what was found, with a word on everything in it. It observes: it only says. */
export function writePolicy(found: Survey, { cloudUrl, timezone, schema }: PolicyOrder): string {
  const name = ruleNames();
  const blocks = [
    ...budgetBlocks(found, timezone, name),
    ...accountBlocks(found, name),
    ...rateBlocks(found, name),
    ...sightBlocks(found, name),
    ...resourceBlocks(found, name),
  ];
  const head = [
    comment(`yaml-language-server: $schema=${schema}`),
    `# Written by spendwatch init on ${isoInstant(found.at).slice(0, 10)}, for what it found at ${cloudUrl}:`,
    ...surveyInWords(found).map((line) => comment(`  ${line}`)),
    '# Change what you like: docs/rules.md explains every key, and a mistake is refused with its line.',
    'version: 1',
    '',
    '# Whose days and months count. The platform reports months of its own, commonly in UTC.',
    `timezone: ${quoted(timezone)}`,
    '',
    '# observe: say what would be done, and do nothing. enforce: do it.',
    'mode: observe',
    '',
    '# Never touched, whatever a rule says. Globs know * and ?.',
    'protect:',
    ...protections(found).map((line) => `  - ${line}`),
    '',
    '# A run that would act on more than this acts on nothing and says so.',
    'caps: { per-run: 5, per-day: 20, share: 25% }',
    '',
    '# Hours in which nothing is stopped or deleted; take away the # for them to hold.',
    '# business-hours: Mon-Fri 08:00-19:00',
    '',
    'rules:',
  ];
  return `${[...head, ...blocks.flatMap(linesOf)].join('\n')}\n`;
}

const comment = (text: string): string => `# ${printable(text)}`.trimEnd();

function linesOf({ why, lines }: Block, index: number): string[] {
  const gap = index === 0 || why.length === 0 ? [] : [''];
  return [...gap, ...why.map((line) => `  ${comment(line)}`), ...lines.map((line) => `  ${line}`)];
}

/** What looks like production, by its project's name or by its own tags; and the young. */
function protections(found: Survey): string[] {
  const projects = found.projects
    .filter(({ id }) => /(^|[-_.])(prod|production|live)([-_.]|$)/i.test(id))
    .map(({ id }) => `project: ${globFor(id)}`);
  const tags = new Set(
    seenOf(found, 'vm').flatMap(({ metadata }) =>
      Object.entries(metadata ?? {})
        .filter(
          ([key, value]) =>
            /^(env|environment|stage|tier)$/i.test(key) && /^(prod|production|live)$/i.test(value),
        )
        .map(([key, value]) => `metadata: { ${quoted(key)}: ${quoted(value)} }`),
    ),
  );
  return [...projects, ...tags, 'younger-than: 2h'];
}
