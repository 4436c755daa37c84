import * as z from 'zod';

const user = z.object({ id: z.string(), username: z.string().optional() });
const replyAddress = z.string().regex(/^https:\/\/hooks\.slack\.com\/[\w./-]+$/);

/**
 * Slack's request when a person presses a button, as far as it is used:
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
const SlackPress = z.object({
  type: z.literal('block_actions'),
  user,
  actions: z.tuple([z.object({ action_id: z.string(), value: z.string() })]),
  trigger_id: z.string(),
  response_url: replyAddress,
  message: z.object({ ts: z.string(), thread_ts: z.string().optional() }).optional(),
});
export type SlackPress = z.infer<typeof SlackPress>;

/** The data of a press that its form returns: the token of the button, and where to report the result. */
const Opener = z.strictObject({ token: z.string(), reply: replyAddress, thread: z.string().optional() });
export type Opener = z.infer<typeof Opener>;

/**
 * Slack's request when a person confirms a form, as far as it is used:
 * https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
const SlackForm = z.object({
  type: z.literal('view_submission'),
  user,
  view: z.object({
    private_metadata: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(Opener),
    state: z.object({
      values: z.object({
        reason: z.object({ reason: z.object({ value: z.string().nullish() }) }),
        lasts: z
          .object({
            lasts: z.object({ selected_option: z.object({ value: z.string().regex(/^\d{1,9}$/) }) }),
          })
          .optional(),
      }),
    }),
  }),
});
export type SlackForm = z.infer<typeof SlackForm>;

/** Slack's reply to a request, as far as it is used: https://docs.slack.dev/apis/web-api/#responses */
export const SlackReply = z.object({ ok: z.boolean(), error: z.string().optional() });

/** A request of Slack for a person. */
export const SlackRequest = z.discriminatedUnion('type', [SlackPress, SlackForm]);
