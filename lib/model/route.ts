import * as z from 'zod';
import { Window } from './rules/resource-rules.ts';
import { Severity } from './severity.ts';

/** The channels that people can be reached over. */
export const RouteKind = z.enum(['sns', 'slack', 'webhook', 'email', 'amazon-q', 'console']);
export type RouteKind = z.infer<typeof RouteKind>;

/** Which messages go over a route, and when. */
export const Route = z.strictObject({
  to: RouteKind,
  /** Tells several routes of one kind apart; `null` for the only one. */
  name: z.string().nullable(),
  /** The least severity. */
  from: Severity,
  /** Globs over names; `null` for all. With projects or accounts, messages about anything else do not go. */
  projects: z.array(z.string()).nullable(),
  accounts: z.array(z.string()).nullable(),
  rules: z.array(z.string()).nullable(),
  /** When all but what is critical is held back. */
  quiet: z.array(Window),
});
export type Route = z.infer<typeof Route>;

/** A route's name wherever it is stored: "slack", or "slack/research". */
export const routeId = ({ to, name }: Pick<Route, 'to' | 'name'>): string =>
  name === null ? to : `${to}/${name}`;
