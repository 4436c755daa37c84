import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import type { Ask, Topic } from '../../cloud.ts';
import { CloudError } from '../../http/errors.ts';
import type { CloudClient, Flaw } from '../../http/operation.ts';

/** What a request is for, and the kind of target that it is about. */
export type AskedFor = { readonly topic: Topic; readonly of: 'project' | 'account' | null };

export type NotedCloud = CloudClient & { readonly asks: readonly Ask[] };

/**
 * Returns the cloud with a record of every request. The watcher's own code polls through it, which keeps only the message
 * of a failure, while the doctor must distinguish a missing role from a cloud that is unavailable.
 */
export function noteAsks(cloud: CloudClient, topics: ReadonlyMap<string, AskedFor>): NotedCloud {
  const asks: Ask[] = [];
  async function note<T>(
    operation: string,
    input: object,
    ask: () => Promise<T>,
    read: (reply: T) => { items: number; flaws: readonly Flaw[] },
  ): Promise<T> {
    const { topic = null, of = null } = topics.get(operation) ?? {};
    const asked = { topic, operation, about: aboutOf({ ...input }, of) };
    try {
      const reply = await ask();
      asks.push({ ...asked, outcome: { kind: 'answered', ...read(reply) } });
      return reply;
    } catch (error) {
      if (error instanceof CloudError) {
        const { kind, message } = error;
        asks.push({ ...asked, outcome: { kind: 'refused', error: kind, because: message } });
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
        (reply) => ({ items: 1, flaws: fieldsOf(operation.id, reply) }),
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
function fieldsOf(operation: string, reply: unknown): Flaw[] {
  if (typeof reply !== 'object' || reply === null) return [];
  const { unreadable = [] }: ReadInPart = reply;
  return unreadable.map(({ field, because }) => ({ kind: 'field', operation, path: field, because }));
}

function aboutOf(input: Readonly<Record<string, unknown>>, kind: AskedFor['of']): Ask['about'] {
  const id = input['projectId'] ?? input['billingAccountId'] ?? input['id'] ?? input['query'];
  if (kind === null) return null;
  return { kind, id: String(id) };
}
