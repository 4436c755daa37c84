import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Clock } from '../../../jobs/ports.ts';
import { ConnectionReset, type Fault, type FaultReplies, faultsFor, withFaults } from '../../http/faults.ts';
import { Refusal } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { type ApiKey, keyIn, requireScope, type Scope } from './access.ts';
import { openApiDocument } from './document.ts';
import { answerGraphQl } from './graphql.ts';
import { lacking } from './lacking.ts';
import { leaveOut } from './leave-out.ts';
import { Problem, read } from './problem.ts';
import { type Headers, type RateLimit, rateLimiter } from './rate-limit.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

export type AppOptions = {
  readonly world: World;
  readonly keys: readonly ApiKey[];
  /** The clock of rate limits; the world's by default. */
  readonly clock?: Pick<Clock, 'now'>;
  /** The rate limit; none by default, as for callers that are exempt from one. */
  readonly rateLimit?: RateLimit;
  readonly faults?: readonly Fault[];
  /** Operations that this version of the platform does not have; `graphql` among them. */
  readonly without?: readonly string[];
  /** The share of optional members that replies leave out, as the platform's document allows; 0 by default. */
  readonly sparse?: number;
  /** Called for every crash, and every reply that its schema does not allow, which are answered with 500. */
  readonly onBug?: (bug: unknown) => void;
};

type Env = { Bindings: Partial<HttpBindings> };
type Asked = { readonly scope: Scope | null; answer(request: Context<Env>): Promise<Response> };

const faultReplies: FaultReplies = {
  unavailable: () => new Problem(503, 'try again later').toResponse(),
  throttled: (seconds) =>
    new Problem(429, 'rate limit exceeded', { headers: { 'Retry-After': String(seconds) } }).toResponse(),
  quota: () => new Problem(429, 'quota exceeded', { headers: { 'Retry-After': '30' } }).toResponse(),
};

/** Makes the API of the cloud over a world: REST v2, and of GraphQL the figures of the account. */
export function createApp(options: AppOptions): Hono<Env> {
  const { world, keys, faults = [], without = [], sparse = 0, onBug = console.error } = options;
  const clock = options.clock ?? { now: () => world.state().at };
  const count = options.rateLimit && rateLimiter(options.rateLimit, clock);
  const strike = faultsFor(world.state().seed, faults);
  const offered = routes.filter(({ id }) => !without.includes(id));
  const app = new Hono<Env>();

  async function answer(context: Context<Env>, { scope, answer }: Asked): Promise<Response> {
    let headers: Headers = {};
    try {
      const caller = keyIn(context.req.header('Authorization'), keys);
      headers = count?.(caller.key) ?? {};
      if (scope !== null) requireScope(caller, scope);
      return withHeaders(await answer(context), headers);
    } catch (error) {
      return withHeaders(problemIn(error, onBug).toResponse(), headers);
    }
  }

  function serve(id: string, method: string, path: string, handler: Asked): void {
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => {
      const { pathname, search } = new URL(context.req.url);
      const address = `${method} ${pathname}${search}`;
      const faults = strike({ operation: id, address, project: undefined, at: clock.now() });
      return withFaults(faults, context.env?.incoming, faultReplies, () => answer(context, handler));
    });
  }

  for (const route of offered)
    serve(route.id, route.method, route.path, {
      scope: route.scope,
      answer: async (context) => replyTo(route, world, context, sparse),
    });
  if (!without.includes('graphql'))
    serve('graphql', 'POST', '/graphql', {
      scope: 'account:read',
      async answer({ req }) {
        const { query } = read(z.object({ query: z.string() }), bodyIn(await req.text()));
        return Response.json(answerGraphQl(world.state(), query));
      },
    });
  for (const [id, method, path] of lacking)
    serve(id, method, path, {
      scope: null,
      answer: async () => new Problem(501, `this simulator lacks the operation ${id}`).toResponse(),
    });
  let document: unknown;
  app.get('/v2/openapi.json', () => {
    document ??= openApiDocument(offered);
    return Response.json(document);
  });
  app.onError((error) => {
    if (error instanceof ConnectionReset) throw error;
    return problemIn(error, onBug).toResponse();
  });
  app.notFound(() => new Problem(404, 'there is nothing at this address').toResponse());
  return app;
}

async function replyTo(route: Route, world: World, { req }: Context<Env>, share: number): Promise<Response> {
  const body = route.body === null ? undefined : bodyIn(await req.text());
  const state = world.state();
  const reply = route.answer(state, { path: req.param(), query: req.query(), body });
  if (reply === null || route.reply === null) return new Response(null, { status: 204 });
  const shown = share === 0 ? reply : leaveOut(route.reply, reply, { seed: state.seed, share });
  return Response.json(shown, { status: route.status });
}

function bodyIn(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
}

const notJson = (cause: unknown): Problem => new Problem(400, 'the body is not JSON', { cause });

function problemIn(error: unknown, onBug: (bug: unknown) => void): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Refusal) return new Problem(error.status, error.message, { cause: error });
  onBug(error);
  return new Problem(500, 'something went wrong', { cause: error });
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
