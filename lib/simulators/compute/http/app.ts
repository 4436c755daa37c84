import { gzipSync } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Instant } from '../../../model/time/time.ts';
import { ConnectionReset, type Fault, type FaultReplies, faultsFor, withFaults } from '../../http/faults.ts';
import type { DialectName } from '../dialects/dialects.ts';
import { openApiDocument } from '../openapi/document.ts';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { type ApiKey, admit, type Caller, callerOf, needOf, requirePermission } from './access.ts';
import { addressesOf, type OfferedOperation } from './addresses.ts';
import {
  ApiError,
  methodNotAllowed,
  noSuchAddress,
  quotaExhausted,
  refused,
  tooManyRequests,
} from './api-error.ts';
import { type RateLimit, rateLimiter } from './rate-limit.ts';
import { bodyText, readBody, readQuery } from './received.ts';
import type { RefusedAddress } from './refused-addresses.ts';
import { type OperationId, parameterNamer } from './routes.ts';

export type AppOptions = {
  readonly world: World;
  /** Keys that are valid from the beginning. Others are made as the world goes on, and any may be revoked. */
  readonly keys: readonly ApiKey[];
  /** The faults; none by default. */
  readonly faults?: readonly Fault[];
  /** The rate limit; none by default. */
  readonly rateLimit?: RateLimit;
  /** Operations that this version of the platform does not have: 404, as for any unknown address. */
  readonly without?: readonly OperationId[];
  /** The version of the platform; `whole` by default. */
  readonly dialect?: DialectName;
  /** Called for every reply that would have broken the contract and every crash, which are answered with 500. */
  readonly onBug?: (bug: unknown) => void;
};

/** The bindings of a request through a socket; an in-process request has none, nor any `env`. */
type Env = { Bindings: Partial<HttpBindings> };
type Handler = (context: Context<Env>) => Response | Promise<Response>;

/** Makes the cloud's API over a world, with the routes of the contract. */
export function createApp(options: AppOptions): Hono<Env> {
  const { world, keys, faults = [], rateLimit, without = [], onBug = console.error } = options;
  const { offered, byPattern } = addressesOf(options.dialect ?? 'whole', without);
  const clock = { now: () => world.state().at };
  const count = rateLimit && rateLimiter({ clock, ...rateLimit });
  const strike = faultsFor(world.state().seed, faults);
  for (const key of keys) admit(world, key);
  const toResponse = (error: unknown): Response => errorResponse(error, onBug);

  function authenticate({ req }: Context<Env>): Caller {
    const caller = callerOf(world.state(), req.header('Authorization'));
    count?.(caller.keyHash);
    return caller;
  }

  async function answer(
    context: Context<Env>,
    { operation, route, form }: OfferedOperation,
    path: Record<string, string>,
  ): Promise<unknown> {
    const caller = authenticate(context);
    const { req } = context;
    requirePermission(world.state(), caller, needOf(operation), path);
    const query = readQuery(new URL(req.url).searchParams);
    const body = operation.method === 'GET' ? undefined : readBody(await bodyText(req.raw.body));
    return form.write(route.answer(world, form.read({ path, query, body, caller })));
  }

  const handlerOf = (one: OfferedOperation): Handler => {
    const { id, form } = one;
    const { method, path } = form;
    const named = parameterNamer(path);
    return (context) => {
      const { pathname, search } = new URL(context.req.url);
      const parameters = named(context.req.param());
      const project = projectIn(path, parameters);
      const faults = strike({
        operation: id,
        address: `${method} ${pathname}${search}`,
        project,
        at: clock.now(),
      });
      // A fault may still change the reply.
      const direct = faults.length === 0 ? context.env : undefined;
      return withFaults(faults, context.env?.incoming, faultReplies, () =>
        answer(context, one, parameters).then((body) => jsonReply(body, clock.now(), direct), toResponse),
      );
    };
  };

  const refuserOf =
    ({ error }: RefusedAddress): Handler =>
    (context) => {
      authenticate(context);
      throw error();
    };

  // The router that takes all of these patterns; by default two would be tried.
  const app = new Hono<Env>({ router: new TrieRouter() });
  for (const [pattern, group] of byPattern) {
    for (const one of group)
      app.on(one.form.method, pattern, one.kind === 'offered' ? handlerOf(one) : refuserOf(one));
    const methods = group.filter(({ kind }) => kind === 'offered').map(({ form }) => form.method);
    if (methods.length > 0) app.all(pattern, () => methodNotAllowed(methods).toResponse());
  }
  // The simulator's own route, exempt from keys and faults: it documents the API.
  app.get('/openapi.json', () =>
    Response.json(openApiDocument({ servers: [{ url: '/' }], isSimulated: (id) => offered.has(id) })),
  );
  app.onError((error) => {
    if (error instanceof ConnectionReset) throw error;
    return toResponse(error);
  });
  app.notFound(() => noSuchAddress().toResponse());
  return app;
}

const faultReplies: FaultReplies = {
  unavailable: () => new ApiError('UNAVAILABLE', 'try again later').toResponse(),
  throttled: (seconds) => tooManyRequests('too many requests', seconds).toResponse(),
  quota: () => quotaExhausted().toResponse(),
};

function errorResponse(error: unknown, onBug: (bug: unknown) => void): Response {
  if (error instanceof ApiError) return error.toResponse();
  if (error instanceof Refusal) return refused(error).toResponse();
  onBug(error);
  return new ApiError('INTERNAL', 'something went wrong', { cause: error }).toResponse();
}

/** Returns the project in an address. */
const projectIn = (path: string, parameters: Record<string, string>): string | undefined =>
  path.startsWith('/v1/projects/{id}') ? parameters['id'] : parameters['projectId'];

/** The size in bytes from which a reply is compressed for a client that accepts it: that of one packet. */
const worthCompressing = 1_400;
/** Matches an Accept-Encoding that names gzip; a quality of 0 refuses it. */
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

/**
 * Replies with JSON, written directly to a socket if there is one: creating and reading a `Response` takes longer
 * than everything else.
 */
function jsonReply(body: unknown, at: Instant, env: Env['Bindings'] | undefined): Response {
  if (env?.outgoing === undefined) return Response.json(body);
  const text = Buffer.from(JSON.stringify(body));
  const accepted = env.incoming?.headers['accept-encoding'] ?? '';
  const isCompressed = text.length > worthCompressing && acceptsGzip.test(accepted);
  const bytes = isCompressed ? gzipSync(text) : text;
  env.outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    ...(isCompressed && { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }),
    'Content-Length': bytes.length,
    Date: new Date(at).toUTCString(),
  });
  env.outgoing.end(bytes);
  return RESPONSE_ALREADY_SENT;
}
