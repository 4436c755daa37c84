import * as z from 'zod';
import { bounds, defaults } from '../defaults.ts';
import { chosen } from '../fields/chosen.ts';
import { acrossKeys, glob, mapping, span } from '../fields/written-field.ts';

/** How long a breach must last before it is told. */
export const forField = span(bounds.for, 'how long it must last before it is told, such as 10m').prefault(
  defaults.for,
);

const accountGlob = glob('a glob over billing account ids, such as main').optional();
const targetGlobs = {
  project: glob('a glob over project ids, such as research-*').optional(),
  account: accountGlob,
};
const targets = '{ project: research-* } or { account: main }';

/** Rules on billing accounts hold for all of them unless they name some. */
export const accountMatch = mapping({ account: accountGlob }, '{ account: main }')
  .prefault({})
  .transform(({ account = '*' }) => ({ account }));

/** Projects or billing accounts, and not both: one figure is of one of them. */
export const eitherMatch = (isOf: string) =>
  mapping(targetGlobs, targets)
    .refine(({ project, account }) => project === undefined || account === undefined, {
      ...acrossKeys,
      error: `${isOf} is of projects or of billing accounts; leave one of the two out`,
    })
    .prefault({});

/** Projects and billing accounts alike: all of both, unless it names some. */
export const targetMatch = mapping(targetGlobs, targets)
  .prefault({})
  .transform(({ project, account }) => ({
    ...(project !== undefined || account === undefined ? { project: project ?? '*' } : {}),
    ...(account !== undefined || project === undefined ? { account: account ?? '*' } : {}),
  }));

/** `default` in place of a value: the one that the documents give. */
export function orDefault<T>(unlessWritten: unknown, field: z.ZodType<T>) {
  const word = z.literal('default').describe('The default of the documents.');
  return chosen<T>([field, word], (raw) =>
    raw === 'default'
      ? z
          .unknown()
          .transform(() => unlessWritten)
          .pipe(field)
      : field,
  );
}
