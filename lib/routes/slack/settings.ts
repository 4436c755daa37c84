import * as z from 'zod';
import { parameterName, postAddress } from '../../config/settings/secret.ts';
import { maybeName, type RouteSettings } from '../route-settings.ts';

/** An incoming webhook of a channel. */
export const slackSettings = {
  variables: { url: 'SLACK_URL' },
  address: z.strictObject({ kind: z.literal('slack'), url: postAddress }),
  onAws: z.strictObject({ to: z.literal('slack'), name: maybeName, url: parameterName }),
  confirms: true,
} as const satisfies RouteSettings<'slack'>;
