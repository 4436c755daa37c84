import * as z from 'zod';
import { parameterName, postAddress } from '../../config/settings/secret.ts';
import { maybeName, type RouteSettings } from '../route-settings.ts';

const bodies = ['message', 'card'] as const;
/** The payload of a workflow: a message with the card attached, as the templates of Teams expect, or the card alone. */
export type TeamsBody = (typeof bodies)[number];

const body = z.enum(bodies, 'must be message or card').default('message');

/** A workflow that posts to a channel or chat. It replies when it starts, not when it has posted. */
export const teamsSettings = {
  variables: { url: 'TEAMS_URL', body: 'TEAMS_BODY' },
  address: z.strictObject({
    kind: z.literal('teams'),
    url: postAddress,
    body,
  }),
  onAws: z.strictObject({
    to: z.literal('teams'),
    name: maybeName,
    url: parameterName,
    body,
  }),
  confirms: false,
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
  limits: { bytes: 28 * 1_024, perSecond: 4 },
} as const satisfies RouteSettings<'teams'>;
