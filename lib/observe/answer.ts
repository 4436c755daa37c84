import type { Flaw } from '../cloud/operation.ts';
import type { Missing, Part } from '../model/observation.ts';

/** What the cloud said to one question of a look. */
export type Answer<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly flaws: readonly Flaw[] }
  | { readonly kind: 'failed'; readonly because: string };

/** Whether an answer came and nothing of it had to be kept out. */
export const isWhole = <T>(answer: Answer<T>): boolean =>
  answer.kind === 'answered' && answer.flaws.length === 0;

/** What an answer leaves untold. One line for all that was kept out of a list. */
export function missingFrom<T>(part: Part, answer: Answer<T>): readonly Missing[] {
  if (answer.kind === 'failed') return [{ part, because: answer.because }];
  const [first, ...others] = answer.flaws;
  if (first === undefined) return [];
  const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return [{ part, because: `${first.operation}: ${first.path}: ${first.because}${rest}` }];
}
