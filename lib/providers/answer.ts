import type { Missing, Part } from '../model/facts/observation.ts';
import { CloudError, type CloudErrorKind } from './errors.ts';
import type { Cloud, Flaw, InputOf, ItemOf, ListOperation, Operation, ReplyOf } from './operation.ts';

/** What the cloud said to one question of a look. */
export type Answer<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly flaws: readonly Flaw[] }
  | { readonly kind: 'failed'; readonly because: string }
  /** This platform has no such operation, which is no failure: there is nothing to be had. */
  | { readonly kind: 'absent'; readonly because: string };

/** What of an answer could not be read at all. A single fact that could not be is its record's own matter. */
const lostFrom = (flaws: readonly Flaw[]): readonly Flaw[] => flaws.filter(({ kind }) => kind === 'record');

/** Whether an answer came and tells of all there is, though it may not tell all about it. */
export const isWhole = <T>(answer: Answer<T>): boolean =>
  answer.kind === 'answered' && lostFrom(answer.flaws).length === 0;

/** What an answer leaves untold. One line for all that could not be read of a list. */
export function missingFrom<T>(part: Part, answer: Answer<T>): readonly Missing[] {
  if (answer.kind === 'failed') return [{ part, because: answer.because }];
  if (answer.kind === 'absent') return [];
  const [first, ...others] = lostFrom(answer.flaws);
  if (first === undefined) return [];
  const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return [{ part, because: `${first.operation}: ${first.path}: ${first.because}${rest}` }];
}

/** The same answer with its value read into another. */
export const mapAnswer = <T, U>(answer: Answer<T>, read: (value: T) => U): Answer<U> =>
  answer.kind === 'answered' ? { ...answer, value: read(answer.value) } : answer;

/** The ways of a platform to say that it does not have an operation; or that what it is about is not there. */
const absences: ReadonlySet<CloudErrorKind> = new Set(['unsupported', 'not-found']);

/** Asks for a list. A failure is an answer too; one that says "no such thing" is `absent`. */
export async function askList<O extends ListOperation>(
  cloud: Cloud,
  operation: O,
  input: InputOf<O>,
): Promise<Answer<readonly ItemOf<O>[]>> {
  try {
    const { items, flaws } = await cloud.list(operation, input);
    return { kind: 'answered', value: items, flaws };
  } catch (error) {
    return failed(error);
  }
}

/** Asks for one record, as `askList` does for many. */
export async function askOne<O extends Operation>(
  cloud: Cloud,
  operation: O,
  input: InputOf<O>,
): Promise<Answer<ReplyOf<O>>> {
  try {
    return { kind: 'answered', value: await cloud.call(operation, input), flaws: [] };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Exclude<Answer<never>, { kind: 'answered' }> {
  if (!(error instanceof CloudError)) throw error;
  return { kind: absences.has(error.kind) ? 'absent' : 'failed', because: error.message };
}
