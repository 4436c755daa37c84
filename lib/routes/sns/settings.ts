import * as z from 'zod';
import { type RouteSettings, someName } from '../route-settings.ts';

export const topic = z
  .string()
  .regex(
    /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]{1,256}$/,
    'must be the ARN of an SNS topic: arn:aws:sns:<region>:<account>:<name>',
  );

/** A topic for people, mainly for e-mail. The unnamed topic is that of the deployment. */
export const snsSettings = {
  variables: { topicArn: 'TOPIC_ARN' },
  address: z.strictObject({ kind: z.literal('sns'), topicArn: topic }),
  onAws: z.strictObject({ to: z.literal('sns'), name: someName }),
  confirms: true,
  limits: { bytes: 256 * 1_024, headline: 99 },
} as const satisfies RouteSettings<'sns'>;
