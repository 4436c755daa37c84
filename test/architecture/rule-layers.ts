/** What a part of the house is for, and all that it may import besides itself. */
export type Layer = {
  /** A folder or a file; the longest path that a file begins with is its layer. Two stars stand for all folders below. */
  readonly path: string;
  /** The whole row of `docs/architecture.md`; a part of a layer that has exceptions of its own has none. */
  readonly holds?: string;
  /** Folders, with all below them, and single files. */
  readonly imports: readonly string[];
  readonly packages?: readonly string[] | 'any';
};

/** What all that is stored and judged is made of. */
const terms = 'lib/rules/**/terms.ts';
export const vocabulary = ['lib/model', terms, 'lib/state'];
/** What is known of each cloud beforehand, as data. */
export const profiles = ['lib/clouds/profile.ts', 'lib/clouds/profiles.ts'];

/** The layers of the kinds of rules: a list and a file of each kind for each facet. */
export const ruleLayers: readonly Layer[] = [
  {
    path: terms,
    holds:
      'the terms of each kind of rule: schemas of rule and figures, what it judges and needs; the list of all kinds',
    imports: ['lib/model'],
    packages: ['zod'],
  },
  {
    path: 'lib/state',
    holds: 'what the ledger keeps: heads, alerts, notifications, intents, overrides, the policy',
    imports: ['lib/model', terms],
    packages: ['zod'],
  },
  {
    path: 'lib/rules',
    holds:
      'the judge of each kind of rule: rules × facts → verdicts, timing, why a stop no longer holds (pure)',
    imports: [...vocabulary, ...profiles],
  },
  {
    path: 'lib/forms',
    holds: 'the fields and steps that the forms of rules in the policy file share, with defaults and bounds',
    imports: ['lib/model', terms],
    packages: ['zod', 'yaml'],
  },
  {
    path: 'lib/rules/**/form.ts',
    holds: 'the form of each kind of rule in the policy file',
    imports: ['lib/model', terms, 'lib/forms'],
    packages: ['zod'],
  },
  {
    path: 'lib/rules/forms.ts',
    holds: 'the list of the forms of all kinds',
    imports: ['lib/model', terms, 'lib/forms', 'lib/rules/**/form.ts'],
    packages: ['zod'],
  },
  {
    path: 'lib/notify/parts',
    holds: 'the parts that messages are made of: findings, rows, headlines, next steps',
    imports: [...vocabulary, ...profiles],
  },
  {
    path: 'lib/rules/**/words.ts',
    holds: 'the words of each kind of rule: what it monitors, finds, and how its alert ends',
    imports: [...vocabulary, ...profiles, 'lib/notify/parts', 'lib/forms'],
  },
];
