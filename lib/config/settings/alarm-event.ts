import * as z from 'zod';

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
export const RepeatEvent = z.strictObject({ repeat: z.array(z.string()).min(1).max(100) });
export type RepeatEvent = z.infer<typeof RepeatEvent>;

/** Reads an event. @throws ZodError for anything else: the event then goes to the dead-letter queue. */
export const readAlarm = (event: unknown): AlarmEvent | RepeatEvent =>
  z.union([AlarmEvent, RepeatEvent]).parse(event);
