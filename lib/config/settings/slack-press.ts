import * as z from 'zod';

/**
 * What Slack sends when a person presses a button, as far as it is used:
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export const SlackPress = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string(), username: z.string().optional() }),
  actions: z.tuple([z.object({ value: z.string() })]),
  response_url: z.string().regex(/^https:\/\/hooks\.slack\.com\/[\w./-]+$/),
  message: z.object({ ts: z.string() }).optional(),
});
export type SlackPress = z.infer<typeof SlackPress>;
