import * as z from 'zod';
import { SettingsError } from './settings-error.ts';

/** The variables of a process; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The source of an API key. A key itself is kept in a function, so that no log of the settings shows it. */
export type KeySource =
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'given'; readonly reveal: () => string };

/** Reads these variables, each by its schema. @throws SettingsError with every mistake at once. */
export function readVariables<Shape extends z.ZodRawShape>(
  variables: Shape,
  environment: Environment,
): z.output<z.ZodObject<Shape>> {
  const entries = Object.keys(variables).map((name) => [name, environment[name] || undefined]);
  return checkedVariables(z.object(variables).safeParse(Object.fromEntries(entries)));
}

/** Returns variables that fit their schema. @throws SettingsError with every mistake at once. */
export function checkedVariables<Read>(read: z.ZodSafeParseResult<Read>): Read {
  if (read.success) return read.data;
  throw new SettingsError(
    read.error.issues.map(({ path, message }) => ({ variable: String(path[0]), message })),
  );
}
