import * as z from 'zod';
import type { AnyOperation, ListOperation, Operation } from '../../providers/operation.ts';
import type { World } from '../world/world.ts';
import type { WorldState } from '../world/world-state.ts';
import type { Caller } from './access.ts';
import { pageOf, pageParameters } from './paging.ts';
import { type Received, read, refuseUnknown } from './received.ts';

/** An operation of the contract and its answer. */
export type Route = {
  readonly operation: AnyOperation;
  /** Returns the reply's body, checked against the contract. @throws ApiError, Refusal or ContractBreach. */
  answer(world: World, request: Received): unknown;
};

/** A reply that the contract does not allow: a bug in the contract or the simulator. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
}

/** The empty body of a reply without data. */
export const done = {};

export function single<I extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
  operation: Operation<I, B, R>,
  reply: (world: World, input: z.output<I>, body: z.output<B>, caller: Caller) => z.input<R>,
): Route {
  return {
    operation,
    answer(world, { path, query, body, caller }) {
      refuseUnknown(query, Object.keys(operation.input.shape));
      const input = read(operation.input, { ...query, ...path });
      // No body and `{}` are the same to the sender; only the operation knows whether it takes a body.
      const sent = operation.body instanceof z.ZodUndefined ? body : (body ?? {});
      const out = reply(world, input, read(operation.body, sent), caller);
      mustFit(operation, operation.reply, out);
      return out;
    },
  };
}

/** Makes the route of an operation that only shows the world as it is. */
export const shows = <I extends z.ZodObject, R extends z.ZodType>(
  operation: Operation<I, z.ZodUndefined, R>,
  reply: (state: WorldState, input: z.output<I>, caller: Caller) => z.input<R>,
): Route => single(operation, (world, input, _body, caller) => reply(world.state(), input, caller));

export function list<I extends z.ZodObject, T extends z.ZodType>(
  operation: ListOperation<I, T>,
  items: (state: WorldState, input: z.output<I>, caller: Caller, world: World) => readonly z.input<T>[],
): Route {
  const parameters = [...Object.keys(operation.input.shape), ...pageParameters[operation.paging]];
  return {
    operation,
    answer(world, { path, query, caller }) {
      refuseUnknown(query, parameters);
      const all = items(world.state(), read(operation.input, { ...query, ...path }), caller, world);
      const page = pageOf(operation, all, { path, query });
      for (const item of page.items) mustFit(operation, operation.item, item);
      return { [operation.field]: page.items, ...page.members };
    },
  };
}

function mustFit(operation: AnyOperation, schema: z.ZodType, out: unknown): void {
  const result = schema.safeParse(out);
  if (result.success) return;
  const because = z.prettifyError(result.error);
  throw new ContractBreach(`${operation.id} would answer what the contract does not allow: ${because}`);
}
