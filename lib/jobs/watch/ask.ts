import type { Answer } from '../../observe/answer.ts';
import { CloudError, type CloudErrorKind } from '../../providers/errors.ts';
import type { Cloud, InputOf, ItemOf, ListOperation, Operation, ReplyOf } from '../../providers/operation.ts';

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
