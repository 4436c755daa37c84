import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { openApiDocument } from '../../../cloud/openapi/document.ts';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { ApiError, refused } from './api-error.ts';
import { type ApiKey, keyOf, mustAllow } from './api-keys.ts';
import { type Fault, faultsFor } from './faults.ts';
import { type RateLimit, rateLimiter } from './rate-limit.ts';
import { readBody, readQuery } from './received.ts';
import type { Route } from './route.ts';
import { byLiteralFirst, namedParameters, routePattern } from './route-pattern.ts';
import { type OperationId, routes } from './routes.ts';
import { ConnectionReset, withFaults } from './with-faults.ts';

export type AppOptions = {
  readonly world: World;
  readonly keys: readonly ApiKey[];
  /** None unless given. */
  readonly faults?: readonly Fault[];
  /** None unless given. */
  readonly rateLimit?: RateLimit;
  /** Operations that this version of the platform does not have: 404, as for any address unknown. */
  readonly without?: readonly OperationId[];
  /** Told of every reply that would have broken the contract and every crash, which are answered with 500. */
  readonly onBug?: (bug: unknown) => void;
};

/** Bindings come with a request through a socket; one made in process has none, nor any `env` at all. */
type Env = { Bindings: Partial<HttpBindings> };

/** The cloud's API over a world, with its routes taken from the contract. */
export function createApp(options: AppOptions): Hono<Env> {
  const { world, keys, faults = [], rateLimit, without = [], onBug = console.error } = options;
  const clock = { now: () => world.state().at };
  const admit = rateLimit && rateLimiter({ clock, ...rateLimit });
  const strike = faultsFor(world.state().seed, faults);
  const isAbsent = (id: string) => without.some((absent) => absent === id);

  async function answer(context: Context<Env>, { operation, answer: answerTo }: Route): Promise<unknown> {
    const { req } = context;
    const key = keyOf(req.header('Authorization'), keys);
    admit?.(key.key);
    mustAllow(key, req.method);
    const query = readQuery(new URL(req.url).searchParams);
    const body = operation.method === 'GET' ? undefined : readBody(await req.text());
    return answerTo(world, { path: namedParameters(operation.path, req.param()), query, body, caller: key });
  }

  const app = new Hono<Env>();
  const simulated: ReadonlySet<string> = new Set(Object.keys(routes).filter((id) => !isAbsent(id)));
  const toResponse = (error: unknown): Response => errorResponse(error, onBug);
  for (const [id, route] of byLiteralFirst(Object.entries<Route>(routes))) {
    if (isAbsent(id)) continue;
    const { method, path } = route.operation;
    app.on(method, routePattern(path), (context) => {
      const { pathname, search } = new URL(context.req.url);
      const project = projectIn(path, namedParameters(path, context.req.param()));
      const struck = strike({
        operation: id,
        address: `${method} ${pathname}${search}`,
        project,
        at: clock.now(),
      });
      return withFaults(struck, context.env?.incoming, () =>
        answer(context, route).then(Response.json, toResponse),
      );
    });
  }
  // Of our own, so neither key nor fault is in its way: it says what can be asked here.
  app.get('/openapi.json', () =>
    Response.json(openApiDocument({ servers: [{ url: '/' }], isSimulated: (id) => simulated.has(id) })),
  );
  app.onError((error) => {
    if (error instanceof ConnectionReset) throw error;
    return toResponse(error);
  });
  app.notFound(() => new ApiError('NOT_FOUND', 'there is nothing at this address').toResponse());
  return app;
}

function errorResponse(error: unknown, onBug: (bug: unknown) => void): Response {
  if (error instanceof ApiError) return error.toResponse();
  if (error instanceof Refusal) return refused(error).toResponse();
  onBug(error);
  return new ApiError('INTERNAL', 'something went wrong', { cause: error }).toResponse();
}

/** The project that an address is in or is of. */
const projectIn = (path: string, parameters: Record<string, string>): string | undefined =>
  path.startsWith('/v1/projects/{id}') ? parameters['id'] : parameters['projectId'];
