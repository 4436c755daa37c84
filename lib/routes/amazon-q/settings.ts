import * as z from 'zod';
import { maybeName, type RouteSettings } from '../route-settings.ts';
import { topic } from '../sns/settings.ts';

/** A topic that a channel of Amazon Q Developer is subscribed to. */
export const amazonQSettings = {
  variables: { topicArn: 'Q_TOPIC_ARN' },
  address: z.strictObject({ kind: z.literal('amazon-q'), topicArn: topic }),
  onAws: z.strictObject({ to: z.literal('amazon-q'), name: maybeName }),
  confirms: true,
  // The largest text that the chats behind Amazon Q take in one piece.
  limits: { bytes: 256 * 1_024, headline: 150, piece: 2_900 },
} as const satisfies RouteSettings<'amazon-q'>;
