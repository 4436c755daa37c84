import * as z from 'zod';
import type { noReply } from '../../../clouds/compute/contract/define.ts';
import type { AnyOperation, ListOperation, Operation } from '../../../clouds/http/operation.ts';
import type { ProjectId } from '../../../model/ids.ts';
import type { Holding } from '../world/holding.ts';
import type { World } from '../world/world.ts';
import type { WorldEventInput } from '../world/world-event.ts';
import { present, theHolding, type WorldState } from '../world/world-state.ts';
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

type InProject = z.ZodObject<{ projectId: typeof ProjectId; id: z.ZodType<string, string> }>;
type WithoutProject<E> = E extends { project: string } ? Omit<E, 'project'> : never;

/** Makes the route of an operation that performs one event on a thing in a project, and returns nothing. */
export const performs = <I extends InProject, B extends z.ZodType>(
  operation: Operation<I, B, typeof noReply>,
  event: (id: z.output<I>['id'], body: z.output<B>, input: z.output<I>) => WithoutProject<WorldEventInput>,
): Route =>
  single(operation, (world, input, body) => {
    world.perform({ project: input.projectId, ...event(input.id, body, input) });
    return done;
  });

/** Returns the things of one kind in a project, all or one, as an operation shows them. */
export const shownAs = <K extends Holding['kind'], Reply>(
  kind: K,
  reply: (state: WorldState, holding: Extract<Holding, { kind: K }>) => Reply,
) => ({
  all: (state: WorldState, { projectId }: { readonly projectId: ProjectId }): Reply[] =>
    present(state, projectId, kind).map((holding) => reply(state, holding)),
  one: (
    state: WorldState,
    { projectId, id }: { readonly projectId: ProjectId; readonly id: string },
  ): Reply => reply(state, theHolding(state, projectId, kind, id)),
});

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
  throw new ContractBreach(`${operation.id} would return a reply that violates the contract: ${because}`);
}
