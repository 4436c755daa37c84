import { isoInstant } from '../../model/time/time.ts';
import { runnable } from '../../notify/parts/runnable.ts';
import { printable } from '../../service/printable.ts';
import { resourceBlocks } from './resource-blocks.ts';
import { accountBlocks, type Block, budgetBlocks, rateBlocks, sightBlocks } from './rule-blocks.ts';
import type { Survey } from './survey.ts';
import { seenOf } from './survey.ts';
import { surveyInWords } from './survey-in-words.ts';
import { globFor, quoted, ruleNames } from './yaml-text.ts';

export type PolicyOrder = {
  readonly cloudUrl: string;
  readonly timezone: string;
  /** The folder of the documents, relative to the policy. */
  readonly docs: string;
  /** The words that start spendwatch here. */
  readonly command: string;
};

/** Writes a commented policy that fits a survey, in mode observe. */
export function writePolicy(survey: Survey, { cloudUrl, timezone, docs, command }: PolicyOrder): string {
  const name = ruleNames();
  const blocks = [
    ...budgetBlocks(survey, timezone, name),
    ...accountBlocks(survey, name),
    ...rateBlocks(survey, name),
    ...sightBlocks(survey, name),
    ...resourceBlocks(survey, name),
  ];
  const head = [
    comment(`yaml-language-server: $schema=${docs}/policy-schema.json`),
    `# Written by spendwatch init on ${isoInstant(survey.at).slice(0, 10)}, for what it found at ${cloudUrl}:`,
    ...surveyInWords(survey).map((line) => comment(`  ${line}`)),
    comment(`${docs}/rules.md explains every key. spendwatch policy check reports mistakes by line number.`),
    'version: 1',
    '',
    '# Time zone of days and months. The months that the platform reports are commonly in UTC.',
    `timezone: ${quoted(timezone)}`,
    '',
    '# observe: announce actions without carrying them out. enforce: carry them out.',
    'mode: observe',
    '',
    '# Never acted on, by any rule. Globs may contain * and ?.',
    'protect:',
    ...protections(survey).map((line) => `  - ${line}`),
    '',
    ...attribution(survey),
    '# A run that would exceed a cap takes no action and reports that.',
    'caps: { per-run: 5, per-day: 20, share: 25% }',
    '',
    '# No stops or deletions in these hours. Remove the # to enable business hours.',
    '# business-hours: Mon-Fri 08:00-19:00',
    '',
    'rules:',
  ];
  return runnable(`${[...head, ...blocks.flatMap(linesOf)].join('\n')}\n`, command);
}

const comment = (text: string): string => `# ${printable(text)}`.trimEnd();

function linesOf({ why, lines }: Block, index: number): string[] {
  const gap = index === 0 || why.length === 0 ? [] : [''];
  return [...gap, ...why.map((line) => `  ${comment(line)}`), ...lines.map((line) => `  ${line}`)];
}

/** Returns the keys that spend is attributed by, where people give resources names alone; elsewhere the defaults fit. */
function attribution(survey: Survey): string[] {
  const keys = new Set(seenOf(survey, 'vm').flatMap(({ metadata }) => Object.keys(metadata ?? {})));
  const isNamesAlone =
    keys.has('name') && [...keys].every((key) => key === 'name' || key in survey.cloud.metadataWords);
  return isNamesAlone
    ? [
        '# Spend can be grouped by these, as in spendwatch spend --by metadata:name.',
        'attribute: [name, owner, purpose]',
        '',
      ]
    : [];
}

/** Returns protections for young resources and for apparent production, by project name or tag. */
function protections(survey: Survey): string[] {
  const projects = survey.projects
    .filter(({ id }) => /(^|[-_.])(prod|production|live)([-_.]|$)/i.test(id))
    .map(({ id }) => `project: ${globFor(id)}`);
  const tags = new Set(
    seenOf(survey, 'vm').flatMap(({ metadata }) =>
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
