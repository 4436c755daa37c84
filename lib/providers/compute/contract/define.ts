import * as z from 'zod';
import { ProjectId } from '../../../model/ids.ts';
import type { ListOperation, Operation } from '../../operation.ts';

/** The body of operations without one. */
export const noBody = z.undefined();
/** An unused reply: `{}` or empty. */
export const noReply = z.unknown().transform(() => undefined);

export const inProject = z.object({ projectId: ProjectId });

export function get<I extends z.ZodObject, R extends z.ZodType>(
  id: string,
  path: string,
  input: I,
  reply: R,
) {
  return {
    kind: 'single',
    id,
    method: 'GET',
    path,
    input,
    body: noBody,
    reply,
  } as const satisfies Operation;
}

export function post<I extends z.ZodObject>(id: string, path: string, input: I) {
  return {
    kind: 'single',
    id,
    method: 'POST',
    path,
    input,
    body: noBody,
    reply: noReply,
  } as const satisfies Operation;
}

export function list<I extends z.ZodObject, T extends z.ZodType>(
  id: string,
  path: string,
  input: I,
  members: { field: string; item: T; paging: ListOperation['paging'] },
) {
  return { kind: 'list', id, method: 'GET', path, input, ...members } as const satisfies ListOperation;
}
