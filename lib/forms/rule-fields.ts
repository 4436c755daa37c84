import * as z from 'zod';
import type { RuleKind } from '../rules/terms.ts';
import { chosen } from './chosen.ts';
import { bounds, defaults } from './defaults.ts';
import { orWord, spanForm } from './form.ts';
import { acrossKeys, connectionGlob, glob, mapping, ruleName, span, written } from './written-field.ts';

const { least, most } = bounds.repeat;

/** Returns the schema of a rule, with its title and description for editors. */
export const ruleFile = <Shape extends z.core.$ZodLooseShape>(
  title: RuleKind,
  description: string,
  example: string,
  shape: Shape,
) => mapping({ name: ruleName, ...shape }, `a rule such as ${example}`).meta({ title, description });

/** Returns the field for the time between repeated notifications of an alert; `null` for never. */
export const repeatField = (unlessWritten: string) =>
  written(orWord(spanForm, 'never', null), 'the time between repeated notifications, such as 24h, or never')
    .refine((span) => span === null || (span >= least && span <= most), {
      error: 'must be between 15 min and 366 d, or never',
    })
    .prefault(unlessWritten);

/** How long a breach must last before it alerts. */
export const forField = span(bounds.for, 'how long a breach must last to alert, such as 10m').prefault(
  defaults.for,
);

const accountGlob = glob('a glob over billing account ids, such as main').optional();
const targetGlobs = {
  project: glob('a glob over project ids, such as research-*').optional(),
  account: accountGlob,
  connection: connectionGlob,
};
const targets = '{ project: research-* } or { account: main }';

/** The match of rules on billing accounts; by default it matches all. */
export const accountMatch = mapping({ account: accountGlob, connection: connectionGlob }, '{ account: main }')
  .prefault({})
  .transform(({ account = '*', ...connection }) => ({ ...connection, account }));

/** Returns the match of rules on either projects or billing accounts. */
export const eitherMatch = (isOf: string) =>
  mapping(targetGlobs, targets)
    .refine(({ project, account }) => project === undefined || account === undefined, {
      ...acrossKeys,
      error: `${isOf} is for either projects or billing accounts; remove one of them`,
    })
    .prefault({});

/** The match of rules on projects and billing accounts; by default it matches all of both. */
export const targetMatch = mapping(targetGlobs, targets)
  .prefault({})
  .transform(({ project, account, ...connection }) => ({
    ...connection,
    ...(project !== undefined || account === undefined ? { project: project ?? '*' } : {}),
    ...(account !== undefined || project === undefined ? { account: account ?? '*' } : {}),
  }));

/** Returns a field that also accepts the word `default`. */
export function orDefault<T>(unlessWritten: unknown, field: z.ZodType<T>) {
  const word = z.literal('default').describe('The documented default.');
  return chosen<T>([field, word], (raw) =>
    raw === 'default'
      ? z
          .unknown()
          .transform(() => unlessWritten)
          .pipe(field)
      : field,
  );
}
