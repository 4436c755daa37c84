import type * as z from 'zod';
import { closest } from '../../forms/closest.ts';
import type { SettingMistake } from '../settings/settings-error.ts';

/** Returns the mistakes that a schema found in settings with these names; `under` precedes their own names. */
export const mistakesOf = (
  { issues }: z.ZodError,
  names: readonly string[],
  under: readonly string[] = [],
): SettingMistake[] =>
  issues.flatMap((issue) => {
    const at = (...more: readonly PropertyKey[]) => [...under, ...issue.path, ...more].join('.');
    if (issue.code !== 'unrecognized_keys') return [{ variable: at(), message: issue.message }];
    return issue.keys.map((key) => {
      const meant = issue.path.length === 0 ? closest(key, names) : undefined;
      const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
      return { variable: at(key), message: `is not a setting${hint}` };
    });
  });
