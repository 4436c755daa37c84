import type { AddressedKind } from '../model/route.ts';
import { openAmazonQ } from './amazon-q/send.ts';
import { openEventBridge } from './eventbridge/send.ts';
import { openPagerDuty } from './pagerduty/send.ts';
import type { OpenRoute, RouteWorld } from './route.ts';
import { openSlack } from './slack/send.ts';
import { openSns } from './sns/send.ts';
import { openTeams } from './teams/send.ts';
import { openWebhook } from './webhook/send.ts';

/** The functions that open routes, by kind. */
export type Openers = { readonly [Kind in AddressedKind]: OpenRoute<Kind> };

/** Returns the openers of all routes but e-mail, whose library would be a part of Lambda functions that send none. */
export const networkOpeners = (world: RouteWorld) =>
  ({
    sns: openSns(world),
    slack: openSlack(world),
    webhook: openWebhook(world),
    'amazon-q': openAmazonQ(world),
    eventbridge: openEventBridge(world),
    teams: openTeams(world),
    pagerduty: openPagerDuty(world),
  }) satisfies Omit<Openers, 'email'>;
