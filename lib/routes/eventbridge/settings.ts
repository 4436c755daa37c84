import * as z from 'zod';
import { maybeName, type RouteSettings } from '../route-settings.ts';

const busArn = /^arn:aws[\w-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[\w./-]{1,256}$/;

/** An event bus. It accepts every event, even if nobody receives it. */
export const eventBridgeSettings = {
  variables: { busArn: 'EVENT_BUS_ARN' },
  address: z
    .strictObject({
      kind: z.literal('eventbridge'),
      busArn: z
        .string()
        .regex(busArn, 'must be the ARN of an event bus: arn:aws:events:<region>:<account>:event-bus/<name>'),
    })
    .transform((all) => ({ ...all, region: all.busArn.split(':')[3] ?? '' })),
  onAws: z.strictObject({
    to: z.literal('eventbridge'),
    name: maybeName,
    /** An existing bus, such as "default"; `null` for a new one. */
    bus: z
      .string()
      .refine(
        (text) => busArn.test(text) || /^[\w./-]{1,256}$/.test(text),
        'must be the name or the ARN of an event bus, such as default',
      )
      .nullable()
      .default(null),
  }),
  confirms: false,
  limits: {},
} as const satisfies RouteSettings<'eventbridge'>;
