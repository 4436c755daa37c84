import type { UnreadableFields } from '../model/facts/unreadable.ts';
import type { RecordedRequest } from './cloud.ts';
import { CloudError } from './http/errors.ts';
import type { CloudClient, Flaw } from './http/operation.ts';

export type Purpose = Pick<RecordedRequest, 'topic' | 'about'>;

export type NotedCloud = CloudClient & { readonly asks: readonly RecordedRequest[] };

const noPurpose: Purpose = { topic: null, about: null };

/**
 * Returns a client that records every request in `asks`, once for each of its purposes. The doctor polls through it with the
 * watcher's own code, which keeps only the message of a failure, while the doctor needs its kind.
 */
export function noteAsks(
  cloud: CloudClient,
  purposesOf: (
    operation: string,
    input: Readonly<Record<string, unknown>>,
    outcome: RecordedRequest['outcome'],
  ) => readonly Purpose[],
): NotedCloud {
  const asks: RecordedRequest[] = [];
  async function note<T>(
    operation: string,
    input: object,
    ask: () => Promise<T>,
    summarize: (reply: T) => { items: number; flaws: readonly Flaw[] },
  ): Promise<T> {
    const noteAll = (outcome: RecordedRequest['outcome']): void => {
      const purposes = purposesOf(operation, { ...input }, outcome);
      for (const purpose of purposes.length > 0 ? purposes : [noPurpose])
        asks.push({ ...purpose, operation, outcome });
    };
    try {
      const reply = await ask();
      noteAll({ kind: 'answered', ...summarize(reply) });
      return reply;
    } catch (error) {
      if (error instanceof CloudError) {
        const { kind, message } = error;
        noteAll({ kind: 'refused', error: kind, because: message });
      }
      throw error;
    }
  }
  return {
    asks,
    call: (operation, input, options) =>
      note(
        operation.id,
        input,
        () => cloud.call(operation, input, options),
        (reply) => ({ items: 1, flaws: listFieldFlaws(operation.id, reply) }),
      ),
    list: (operation, input, options) =>
      note(
        operation.id,
        input,
        () => cloud.list(operation, input, options),
        ({ items, flaws }) => ({ items: items.length, flaws }),
      ),
  };
}

/** Returns the unreadable fields of a single record. */
function listFieldFlaws(operation: string, reply: unknown): Flaw[] {
  if (typeof reply !== 'object' || reply === null) return [];
  const { unreadable = [] }: UnreadableFields = reply;
  return unreadable.map(({ field, because }) => ({ kind: 'field', operation, path: field, because }));
}
