import { badRequest } from '../http/api-error.ts';
import type { Received } from '../http/received.ts';

export type Members = Readonly<Record<string, unknown>>;
type Rewrite = (record: Members) => Members;
type Write = (body: unknown) => unknown;

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rewrites a whole body. */
export const written =
  (rewrite: (body: Members) => unknown): Write =>
  (body) =>
    isRecord(body) ? rewrite(body) : body;

/** Rewrites the records under a member of a record, one or a list. */
export const inEach =
  (member: string, rewrite: Rewrite): Rewrite =>
  (body) => {
    const held = body[member];
    if (Array.isArray(held)) {
      return { ...body, [member]: held.map((one) => (isRecord(one) ? rewrite(one) : one)) };
    }
    return isRecord(held) ? { ...body, [member]: rewrite(held) } : body;
  };

/** Rewrites the records under a member of a body. */
export const each = (member: string, rewrite: Rewrite): Write => written(inEach(member, rewrite));

/** Unwraps a record that the contract wraps. */
export const unwrapped = (member: string, rewrite: Rewrite = (record) => record): Write =>
  written((body) => {
    const held = body[member];
    return isRecord(held) ? rewrite(held) : held;
  });

/** Keeps only these fields of a record, given as one text. */
export function only(names: string): Rewrite {
  const kept = new Set(names.trim().split(/\s+/));
  return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => kept.has(name)));
}

export function without(...names: readonly string[]): Rewrite {
  return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Returns a member of a record that is itself a record; an empty one if there is none. */
export function within(record: unknown, name: string): Members {
  const held = isRecord(record) ? record[name] : undefined;
  return isRecord(held) ? held : {};
}

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

/** Makes a body of query parameters; all but the optional ones are required. */
export const readQueryWith =
  (names: readonly string[], rewrite: (query: Members) => unknown, optional: readonly string[] = []): Read =>
  ({ query, ...request }) => {
    const taken = membersOf(query, names);
    const known = [...names, ...optional];
    const rest = Object.entries(query).filter(([name]) => !known.includes(name));
    return { ...request, query: Object.fromEntries(rest), body: rewrite(taken) };
  };

/** Returns the members. @throws ApiError for each required one that is missing. */
function membersOf(sent: unknown, names: readonly string[]): Members {
  const members = isRecord(sent) ? sent : {};
  const missing = names.filter((name) => members[name] === undefined || members[name] === '');
  if (missing.length > 0) {
    throw badRequest(missing.map((field) => ({ field, description: 'is required' })));
  }
  return members;
}
