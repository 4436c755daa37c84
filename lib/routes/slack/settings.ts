import * as z from 'zod';
import { parameterName, postAddress } from '../../config/settings/secret.ts';
import { maybeName, type RouteSettings } from '../route-settings.ts';

/** An incoming webhook of a channel. */
export const slackSettings = {
  variables: { url: 'SLACK_URL' },
  address: z.strictObject({ kind: z.literal('slack'), url: postAddress }),
  onAws: z.strictObject({ to: z.literal('slack'), name: maybeName, url: parameterName }),
  confirms: true,
  // https://docs.slack.dev/reference/block-kit/blocks
  limits: { headline: 150, piece: 3_000, text: 10_000, blocks: 50, buttons: 25 },
} as const satisfies RouteSettings<'slack'>;
