import * as z from 'zod';

/**
 * What an alarm of CloudWatch hands to the function that it invokes, as far as it is told on:
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

/** Asks which of the alarms with these names are still in alarm; the stack's own schedule sends it. */
export const RepeatEvent = z.strictObject({ repeat: z.array(z.string()).min(1).max(100) });
export type RepeatEvent = z.infer<typeof RepeatEvent>;

/** @throws ZodError for anything else: the event then goes to the queue of what failed, and is not lost. */
export const readAlarm = (event: unknown): AlarmEvent | RepeatEvent =>
  z.union([AlarmEvent, RepeatEvent]).parse(event);
