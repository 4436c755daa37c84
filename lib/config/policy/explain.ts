import type * as z from 'zod';
import { unread } from '../../forms/chosen.ts';
import { closest } from '../../forms/closest.ts';
import type { Path } from './yaml-source.ts';

/** A mistake in the key or the value at a path. */
export type Fault = { readonly path: Path; readonly part: 'key' | 'value'; readonly message: string };

/** Turns the issues of a schema into sentences, one for each mistake. */
export function explain(issues: readonly z.core.$ZodIssue[], value: unknown): readonly Fault[] {
  const mistyped = new Set<string>();
  const faults = issues.flatMap((issue): Fault[] => {
    if (issue.message === unread) return [];
    if (issue.code !== 'unrecognized_keys') {
      return [{ path: issue.path, part: 'value', message: issue.message }];
    }
    const keys = issue.message.split(' ');
    return issue.keys.map((key) => {
      const guess = closest(key, keys);
      if (guess !== undefined) mistyped.add(pathInWords([...issue.path, guess]));
      const hint = guess === undefined ? `known here: ${keys.join(', ')}` : `did you mean ${guess}?`;
      return { path: [...issue.path, key], part: 'key', message: `unknown key; ${hint}` };
    });
  });
  // "budgte" explains why "budget" is missing; reporting both would count one slip twice.
  return faults.filter(
    ({ path }) => !mistyped.has(pathInWords(path)) || findValue(value, path) !== undefined,
  );
}

/** Returns a path such as "rules[1].match.project". */
export function pathInWords(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const key = String(step);
    if (!/^[\w-]+$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

const findValue = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    value,
  );
