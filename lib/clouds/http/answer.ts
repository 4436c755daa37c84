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
      /** The statement of the reply about the whole list, as it came. */
      readonly about?: unknown;
    }
  | { readonly kind: 'failed'; readonly because: string }
  /** The platform does not support the operation, which is no failure, or it did not find what was asked about. */
  | { readonly kind: 'absent'; readonly because: string; readonly isNotFound?: boolean };

/** Returns the unreadable records of an answer. Unreadable fields are kept in their records. */
const selectLostRecords = (flaws: readonly Flaw[]): readonly Flaw[] =>
  flaws.filter(({ kind }) => kind === 'record');

/** Reports whether an answer arrived with all records; some fields may be unreadable. */
export const isWhole = <T>(answer: Answer<T>): boolean =>
  answer.kind === 'answered' && selectLostRecords(answer.flaws).length === 0;

/** Reports whether the API itself said that it does not find what was asked about. */
export const isNotFound = (answer: Answer<unknown>): boolean =>
  answer.kind === 'absent' && answer.isNotFound === true;

/** Returns what is missing from an answer, with one entry for all unreadable records of a list. */
export function listMissingParts<T>(part: Part, answer: Answer<T>): readonly MissingPart[] {
  if (answer.kind === 'failed') return [{ part, because: answer.because }];
  if (answer.kind === 'absent') return [];
  const [first, ...others] = selectLostRecords(answer.flaws);
  if (first === undefined) return [];
  const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return [{ part, because: `${first.operation}: ${first.path}: ${first.because}${rest}` }];
}

/** Returns the answer with its value mapped. */
export const mapAnswer = <T, U>(answer: Answer<T>, read: (value: T) => U): Answer<U> =>
  answer.kind === 'answered' ? { ...answer, value: read(answer.value) } : answer;

/** The kinds of errors for an unsupported operation or a missing resource. */
const absences: ReadonlySet<CloudErrorKind> = new Set(['unsupported', 'not-found']);

/** Reads a list. A failure is an answer too; "not found" is `absent`. */
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

/** Reads one record, in the manner of `askList`. */
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

/** Returns the cloud with default terms for all requests. */
export const withRequestTerms = (cloud: CloudClient, terms: RequestTerms): CloudClient => ({
  call: (operation, input, asking) => cloud.call(operation, input, { ...terms, ...asking }),
  list: (operation, input, asking) => cloud.list(operation, input, { ...terms, ...asking }),
  ...(cloud.tellsTime && { tellsTime: cloud.tellsTime }),
});
