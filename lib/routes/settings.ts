import type * as z from 'zod';
import type { AddressedKind, RouteKind } from '../model/route.ts';
import { amazonQSettings } from './amazon-q/settings.ts';
import { emailSettings } from './email/settings.ts';
import { eventBridgeSettings } from './eventbridge/settings.ts';
import { pagerDutySettings } from './pagerduty/settings.ts';
import type { RouteSettings } from './route-settings.ts';
import { slackSettings } from './slack/settings.ts';
import { snsSettings } from './sns/settings.ts';
import { teamsSettings } from './teams/settings.ts';
import { webhookSettings } from './webhook/settings.ts';

/** The settings of every kind of route that has an address. */
export const routeSettings = {
  sns: snsSettings,
  slack: slackSettings,
  webhook: webhookSettings,
  email: emailSettings,
  'amazon-q': amazonQSettings,
  eventbridge: eventBridgeSettings,
  teams: teamsSettings,
  pagerduty: pagerDutySettings,
} as const satisfies { readonly [Kind in AddressedKind]: RouteSettings<Kind> };

/** The address of a route of a kind. Secrets are kept in functions, so that no log shows them. */
export type RouteAddressByKind<Kind extends AddressedKind> = {
  [Each in Kind]: z.output<(typeof routeSettings)[Each]['address']> & { readonly kind: Each };
}[Kind];
export type RouteAddress = RouteAddressByKind<AddressedKind>;

/** Returns why a kind of route is not available on AWS; `null` if it is. */
export function notOnAws(kind: RouteKind): string | null {
  const onAws = kind === 'console' ? null : routeSettings[kind].onAws;
  return typeof onAws === 'string' ? onAws : null;
}

/** True for a kind of route that can confirm receivers. The console counts, because it may be a terminal. */
export const confirms = (kind: RouteKind): boolean => kind === 'console' || routeSettings[kind].confirms;
