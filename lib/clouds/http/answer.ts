import type { MissingPart, Part } from '../../model/facts/observation.ts';
import { CloudError, type CloudErrorKind } from './errors.ts';
import type {
  CloudClient,
  Flaw,
  ListOperation,
  Operation,
  OperationInput,
  OperationItem,
  OperationReply,
  RequestTerms,
} from './operation.ts';

/** The reply to one request of a poll. */
export type Answer<T> =
  | {
      readonly kind: 'answered';
      readonly value: T;
      readonly flaws: readonly Flaw[];
      /** The field of the reply that describes the whole list, such as its totals; not parsed. */
      readonly about?: unknown;
    }
  | { readonly kind: 'failed'; readonly because: string }
  /** The platform does not support the operation, which is no failure, or it did not find what was asked about. */
  | { readonly kind: 'absent'; readonly because: string; readonly isNotFound?: boolean };

/** Returns the flaws that cost a whole record; a record with an unreadable field is still in the list. */
const selectLostRecords = (flaws: readonly Flaw[]): readonly Flaw[] =>
  flaws.filter(({ kind }) => kind === 'record');

/** Reports whether an answer holds all records; some of their fields may be unreadable. */
export const isWhole = <T>(answer: Answer<T>): boolean =>
  answer.kind === 'answered' && selectLostRecords(answer.flaws).length === 0;

/** Reports whether the API itself replied "not found". An unsupported operation is absent for another reason. */
export const isNotFound = (answer: Answer<unknown>): boolean =>
  answer.kind === 'absent' && answer.isNotFound === true;

/** Returns at most one entry: the failure, or the first unreadable record with the number of further ones. */
export function listMissingParts<T>(part: Part, answer: Answer<T>): readonly MissingPart[] {
  if (answer.kind === 'failed') return [{ part, because: answer.because }];
  if (answer.kind === 'absent') return [];
  const [first, ...others] = selectLostRecords(answer.flaws);
  if (first === undefined) return [];
  const suffix = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return [{ part, because: `${first.operation}: ${first.path}: ${first.because}${suffix}` }];
}

export const mapAnswer = <T, U>(answer: Answer<T>, convert: (value: T) => U): Answer<U> =>
  answer.kind === 'answered' ? { ...answer, value: convert(answer.value) } : answer;

/** The kinds of errors that make an answer `absent`. */
const absences: ReadonlySet<CloudErrorKind> = new Set(['unsupported', 'not-found']);

/** Reads a list. A `CloudError` becomes an answer that is `failed` or `absent`. */
export async function askList<O extends ListOperation>(
  cloud: CloudClient,
  operation: O,
  input: OperationInput<O>,
): Promise<Answer<readonly OperationItem<O>[]>> {
  try {
    const { items, ...rest } = await cloud.list(operation, input);
    return { kind: 'answered', value: items, ...rest };
  } catch (error) {
    return failed(error);
  }
}

/** Reads one record. A `CloudError` becomes an answer, as in `askList`. */
export async function askOne<O extends Operation>(
  cloud: CloudClient,
  operation: O,
  input: OperationInput<O>,
): Promise<Answer<OperationReply<O>>> {
  try {
    return { kind: 'answered', value: await cloud.call(operation, input), flaws: [] };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Exclude<Answer<never>, { kind: 'answered' }> {
  if (!(error instanceof CloudError)) throw error;
  // A web server in front of the API does not know which operations the API has.
  const isAbsent = absences.has(error.kind) && error.by !== 'web server';
  return isAbsent
    ? { kind: 'absent', because: error.message, isNotFound: error.provesAbsence }
    : { kind: 'failed', because: error.message };
}

/** Returns a client that sends each request with these terms, except for those that a call sets itself. */
export const withRequestTerms = (cloud: CloudClient, terms: RequestTerms): CloudClient => ({
  call: (operation, input, callTerms) => cloud.call(operation, input, { ...terms, ...callTerms }),
  list: (operation, input, callTerms) => cloud.list(operation, input, { ...terms, ...callTerms }),
  ...(cloud.tellsTime && { tellsTime: cloud.tellsTime }),
});
