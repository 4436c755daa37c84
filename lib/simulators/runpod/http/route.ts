import * as z from 'zod';
import type { State } from '../world/state.ts';
import type { Scope } from './access.ts';
import { read } from './problem.ts';

/** A request as it was received. */
export type Received = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** An operation of the API: its address, the scope that it needs, its schemas and its answer. */
export type Route = {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly scope: Scope;
  readonly query: z.ZodObject;
  readonly body: z.ZodType | null;
  readonly status: 200 | 201 | 204;
  /** `null` for a reply without a body. */
  readonly reply: z.ZodType | null;
  /** Returns the reply's body. @throws Problem, Refusal or, for a reply that its schema does not allow, ZodError. */
  answer(state: State, request: Received): unknown;
};

type Path = Received['path'];

export const idIn = (path: Path): string => path['id'] ?? '';

type Get = Pick<Route, 'id' | 'path' | 'scope'>;

/** Makes the route of an operation that shows something. */
export const get = <R extends z.ZodType>(
  id: string,
  path: string,
  scope: Scope,
  reply: R,
  answer: (state: State, path: Path) => z.input<R>,
): Route =>
  shown({ id, path, scope }, z.object({}), reply, (state, received) => answer(state, received.path));

/** Makes the route of an operation that shows something by its query. Other query parameters are ignored. */
export const getBy = <Q extends z.ZodObject, R extends z.ZodType>(
  id: string,
  path: string,
  scope: Scope,
  query: Q,
  reply: R,
  answer: (state: State, query: z.output<Q>) => z.input<R>,
): Route =>
  shown({ id, path, scope }, query, reply, (state, received) => answer(state, read(query, received.query)));

/** Makes the route of an operation that shows one thing by its id and its query. */
export const getOneBy = <Q extends z.ZodObject, R extends z.ZodType>(
  id: string,
  path: string,
  scope: Scope,
  query: Q,
  reply: R,
  answer: (state: State, id: string, query: z.output<Q>) => z.input<R>,
): Route =>
  shown({ id, path, scope }, query, reply, (state, received) =>
    answer(state, idIn(received.path), read(query, received.query)),
  );

const shown = <R extends z.ZodType>(
  operation: Get,
  query: z.ZodObject,
  reply: R,
  answer: (state: State, received: Received) => z.input<R>,
): Route => ({
  ...operation,
  method: 'GET',
  query,
  body: null,
  status: 200,
  reply,
  answer: (state, received) => reply.parse(answer(state, received)),
});

/** Makes the route of an operation that changes something. An answer of `null` has no body. */
export const send = <B extends z.ZodType, R extends z.ZodType>(
  route: Pick<Route, 'id' | 'method' | 'path' | 'scope' | 'status'> & { readonly body: B; readonly reply: R },
  answer: (state: State, path: Path, body: z.output<B>) => z.input<R> | null,
): Route => ({
  ...route,
  query: z.object({}),
  answer(state, request) {
    const body = answer(state, request.path, read(route.body, request.body));
    return body === null ? null : route.reply.parse(body);
  },
});
