import * as z from 'zod';
import { ProjectId } from '../../model/ids.ts';
import { noBody, noReply } from '../../providers/compute/contract/define.ts';
import type { AnyOperation, Operation, Source, Specified } from '../../providers/operation.ts';
import { name } from '../wire/values.ts';

export const oneInProject = z.object({ projectId: ProjectId, id: name });
export const one = z.object({ id: name });
export const none = z.object({});

/** Marks an operation with its source, a short summary and a note. */
const knownFrom =
  (source: Source) =>
  <O extends AnyOperation>(summary: string, operation: O, note = ''): O & Specified => ({
    ...operation,
    source,
    summary,
    note,
  });

/** Marks an operation whose path the specification gives. */
export const specified = knownFrom('specification');
/** Marks an operation whose path only a platform's reference gives. */
export const onPlatform = knownFrom('platform');
/**
 * Marks an operation of which the specification at most names the records; its path is a guess in the style of the
 * others.
 */
export const inferred = knownFrom('inferred');

type Sent<I, B, R> = { readonly input: I; readonly body: B; readonly reply: R };

/** Defines an operation with a body. */
export function send<I extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
  method: Operation['method'],
  id: string,
  path: string,
  { input, body, reply }: Sent<I, B, R>,
) {
  return { kind: 'single', id, method, path, input, body, reply } as const satisfies Operation;
}

export const remove = <I extends z.ZodObject>(id: string, path: string, input: I) =>
  send('DELETE', id, path, { input, body: noBody, reply: noReply });
