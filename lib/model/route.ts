import * as z from 'zod';
import type { Subject } from './ids.ts';
import { fitsGlob } from './rules/match.ts';
import { compareSeverity, Severity } from './severity.ts';
import { subjectParts } from './subject.ts';
import { Window } from './time/window.ts';

/** The channels that notifications are sent over. */
export const RouteKind = z.enum([
  'sns',
  'slack',
  'webhook',
  'email',
  'amazon-q',
  'eventbridge',
  'teams',
  'pagerduty',
  'console',
]);
export type RouteKind = z.infer<typeof RouteKind>;
/** The channels with an address; the console has none. */
export const AddressedKind = RouteKind.exclude(['console']);
export type AddressedKind = z.infer<typeof AddressedKind>;

/** A route and its filter for notifications. */
export const Route = z.strictObject({
  to: RouteKind,
  /** The name of one of several routes of a kind; `null` for a single one. */
  name: z.string().nullable(),
  /** The lowest severity that is sent. */
  from: Severity,
  /** Globs over names; `null` for all. If projects or accounts are set, only notifications about these are sent. */
  projects: z.array(z.string()).nullable(),
  accounts: z.array(z.string()).nullable(),
  rules: z.array(z.string()).nullable(),
  /** Quiet hours, in which only critical notifications are sent. */
  quiet: z.array(Window),
});
export type Route = z.infer<typeof Route>;

/** Returns a route's stored name: "slack", or "slack/research". */
export const routeId = ({ to, name }: Pick<Route, 'to' | 'name'>): string =>
  name === null ? to : `${to}/${name}`;

/** The properties of a message that select its routes. */
export type Selector = {
  readonly severity: Severity;
  readonly rules: readonly string[];
  readonly subject: Subject;
};

/** Reports whether some route takes a message; where the policy names no routes, all take it. */
export const isTaken = (routes: readonly Route[] | null, message: Selector): boolean =>
  routes === null || routes.some((route) => takes(route, message));

export function takes({ from, projects, accounts, rules }: Route, message: Selector): boolean {
  if (compareSeverity(message.severity, from) < 0) return false;
  if (rules !== null && !message.rules.some((rule) => fitsAny(rules, rule))) return false;
  if (projects === null && accounts === null) return true;
  const { scope, name } = subjectParts(message.subject);
  if (scope === 'project') return fitsAny(projects ?? [], name);
  return scope === 'account' && fitsAny(accounts ?? [], name);
}

const fitsAny = (globs: readonly string[], name: string): boolean =>
  globs.some((glob) => fitsGlob(glob, name));
