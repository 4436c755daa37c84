import * as z from 'zod';

/**
 * The event of a function URL, as far as it is used:
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html
 */
export const UrlEvent = z.object({
  rawPath: z.string(),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
  headers: z.record(z.string(), z.string().optional()),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/**
 * The event that a CloudWatch alarm passes to the function it invokes, as far as it is used:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-actions-Lambda.html
 */
export const AlarmEvent = z.object({
  region: z.string(),
  time: z.string(),
  alarmData: z.object({
    alarmName: z.string(),
    state: z.object({ value: z.string(), reason: z.string() }),
    configuration: z.object({ description: z.string().optional() }),
  }),
});
export type AlarmEvent = z.infer<typeof AlarmEvent>;

/** The scheduled event that asks which of the named alarms are still in alarm. */
const RepeatEvent = z.strictObject({ repeat: z.array(z.string()).min(1).max(100) });
type RepeatEvent = z.infer<typeof RepeatEvent>;

/** Reads an event. @throws ZodError for anything else: the event then goes to the dead-letter queue. */
export const readAlarm = (event: unknown): AlarmEvent | RepeatEvent =>
  z.union([AlarmEvent, RepeatEvent]).parse(event);

/**
 * The payload with which a custom action of Amazon Q Developer invokes a function: the token of its button, and nothing
 * else. Its name is short, because the command of a custom action has at most 100 characters.
 */
export const AmazonQPress = z.strictObject({ t: z.string() });
