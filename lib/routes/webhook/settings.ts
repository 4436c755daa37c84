import * as z from 'zod';
import { parameterName, postAddress, secret } from '../../config/settings/secret.ts';
import { maybeName, type RouteSettings } from '../route-settings.ts';

/** The payload of a webhook: each message whole, or each of its events as a CloudEvent. */
const formats = ['messages', 'cloudevents'] as const;

const format = z.enum(formats, 'must be messages or cloudevents').default('messages');

/** The operator's own receiver. */
export const webhookSettings = {
  variables: { url: 'WEBHOOK_URL', secret: 'WEBHOOK_SECRET', format: 'WEBHOOK_FORMAT' },
  address: z.strictObject({
    kind: z.literal('webhook'),
    url: postAddress,
    secret: secret(
      (text) => /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text),
      'must be whsec_ and 24 to 64 random bytes in base64; generate one with: echo whsec_$(openssl rand -base64 32)',
    ),
    format,
  }),
  onAws: z.strictObject({
    to: z.literal('webhook'),
    name: maybeName,
    url: parameterName,
    secret: parameterName,
    format,
  }),
  confirms: true,
  limits: {},
} as const satisfies RouteSettings<'webhook'>;
