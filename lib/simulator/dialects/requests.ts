import { badRequest } from '../http/api-error.ts';
import type { Received } from '../http/received.ts';
import { isRecord, type Members } from './replies.ts';

type Read = (request: Received) => Received;

/** Refuses a body without these members. */
export const requires =
  (...names: readonly string[]): Read =>
  (request) => ({ ...request, body: membersOf(request.body, names) });

/** Refuses a request without these query parameters. */
export const requiresInQuery =
  (...names: readonly string[]): Read =>
  (request) => {
    membersOf(request.query, names);
    return request;
  };

/** Rewrites a body that must have these members. */
export const readBodyWith =
  (names: readonly string[], rewrite: (body: Members) => unknown): Read =>
  (request) => ({ ...request, body: rewrite(membersOf(request.body, names)) });

/** Makes a body of query parameters, which must be there but for the optional ones. */
export const readQueryWith =
  (names: readonly string[], rewrite: (query: Members) => unknown, optional: readonly string[] = []): Read =>
  ({ query, ...request }) => {
    const taken = membersOf(query, names);
    const known = [...names, ...optional];
    const rest = Object.entries(query).filter(([name]) => !known.includes(name));
    return { ...request, query: Object.fromEntries(rest), body: rewrite(taken) };
  };

/** @throws ApiError for each of these that is missing. */
function membersOf(sent: unknown, names: readonly string[]): Members {
  const members = isRecord(sent) ? sent : {};
  const missing = names.filter((name) => members[name] === undefined || members[name] === '');
  if (missing.length > 0) {
    throw badRequest(missing.map((field) => ({ field, description: 'is required' })));
  }
  return members;
}
