import { counted } from '../../model/words.ts';
import { withoutKeys } from '../settings/may-be-key.ts';

export type Mistake = {
  /** Counted from 1, as editors do. */
  readonly line: number;
  readonly column: number;
  /** The place in the policy: "rules[1].idle"; empty when it concerns the file as a whole. */
  readonly path: string;
  /** The mistake, and how to correct it. */
  readonly message: string;
};

/** The maximum number of mistakes in the message. */
const mostListed = 100;

/** Thrown for an invalid policy file, with every mistake in it. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  readonly file: string;
  readonly mistakes: readonly Mistake[];
  /** The first mistake with its place, and the number of others, on one line. */
  readonly summary: string;

  constructor(file: string, mistakes: readonly Mistake[]) {
    const count = counted(mistakes.length, 'mistake');
    const left = mistakes.length - mostListed;
    const lines = mistakes
      .slice(0, mostListed)
      .map(
        ({ line, column, path, message }) =>
          `${file}:${line}:${column} ${path}${path === '' ? '' : ': '}${message}`,
      );
    const [first = `${file} is not a policy`] = lines;
    const others = mistakes.length < 2 ? '' : ` (and ${mistakes.length - 1} more)`;
    if (left > 0) lines.push(`and ${left} more`);
    super(withoutKeys([`${count} in the policy`, ...lines].join('\n')));
    this.file = file;
    this.mistakes = mistakes;
    this.summary = withoutKeys(`${first}${others}`);
  }
}
