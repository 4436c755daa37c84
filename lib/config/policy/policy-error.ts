import { withoutKeys } from '../settings/may-be-key.ts';

/** One thing that is wrong in a policy file. */
export type Mistake = {
  /** Counted from 1, as editors do. */
  readonly line: number;
  readonly column: number;
  /** Where in the policy: "rules[1].idle"; empty where it concerns the file as a whole. */
  readonly path: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
};

/** Nobody mends more at a time. */
const mostTold = 100;

/** A policy file that cannot be used, with everything that is wrong in it. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  readonly file: string;
  readonly mistakes: readonly Mistake[];

  constructor(file: string, mistakes: readonly Mistake[]) {
    const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`;
    const left = mistakes.length - mostTold;
    const lines = mistakes
      .slice(0, mostTold)
      .map(
        ({ line, column, path, message }) =>
          `${file}:${line}:${column} ${path}${path === '' ? '' : ': '}${message}`,
      );
    if (left > 0) lines.push(`and ${left} more`);
    super(withoutKeys([`${count} in the policy`, ...lines].join('\n')));
    this.file = file;
    this.mistakes = mistakes;
  }
}
