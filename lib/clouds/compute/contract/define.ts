import * as z from 'zod';
import { ProjectId, ResourceId } from '../../../model/ids.ts';
import type { ListOperation, Operation } from '../../http/operation.ts';

/** The body of operations without one. */
export const noBody = z.undefined();
/** An unused reply: `{}` or empty. */
export const noReply = z.unknown().transform(() => undefined);

export const inProject = z.object({ projectId: ProjectId });
export const oneInProject = inProject.extend({ id: ResourceId });

type Schemas<I, B, R> = { readonly input: I; readonly body: B; readonly reply: R };

export function send<I extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
  method: Operation['method'],
  id: string,
  path: string,
  { input, body, reply }: Schemas<I, B, R>,
) {
  return { kind: 'single', id, method, path, input, body, reply } as const satisfies Operation;
}

export const get = <I extends z.ZodObject, R extends z.ZodType>(
  id: string,
  path: string,
  input: I,
  reply: R,
) => send('GET', id, path, { input, body: noBody, reply });

export const post = <I extends z.ZodObject>(id: string, path: string, input: I) =>
  send('POST', id, path, { input, body: noBody, reply: noReply });

export const remove = <I extends z.ZodObject>(id: string, path: string, input: I) =>
  send('DELETE', id, path, { input, body: noBody, reply: noReply });

export function list<I extends z.ZodObject, T extends z.ZodType>(
  id: string,
  path: string,
  input: I,
  listing: { field: string; item: T; paging: ListOperation['paging'] },
) {
  return { kind: 'list', id, method: 'GET', path, input, ...listing } as const satisfies ListOperation;
}

/** Defines the operation that reads a record of a project by its id, at the path of its list. */
export const getInProject = <R extends z.ZodType>(id: string, field: string, reply: R) =>
  get(id, `/v1/projects/{projectId}/${field}/{id}`, oneInProject, reply);

/** Defines the operation that lists the records of one kind in a project. */
export const listInProject = <T extends z.ZodType>(id: string, field: string, item: T) =>
  list(id, `/v1/projects/{projectId}/${field}`, inProject, { field, item, paging: 'number' });
