import * as z from 'zod';
import { parameterName, secret } from '../../config/settings/secret.ts';
import { maybeName, type RouteSettings } from '../route-settings.ts';

const regions = ['us', 'eu'] as const;
/** The region of an account of PagerDuty. */
export type PagerDutyRegion = (typeof regions)[number];

const region = z.enum(regions, 'must be us or eu').default('us');

/** A service of PagerDuty, by the key of its integration with the Events API v2. */
export const pagerDutySettings = {
  variables: { key: 'PAGERDUTY_KEY', region: 'PAGERDUTY_REGION' },
  address: z.strictObject({
    kind: z.literal('pagerduty'),
    key: secret(
      (text) => /^[A-Za-z0-9]{32}$/.test(text),
      'must be the integration key of a service for the Events API v2: 32 letters and digits',
    ),
    region,
  }),
  onAws: z.strictObject({
    to: z.literal('pagerduty'),
    name: maybeName,
    key: parameterName,
    region,
  }),
  confirms: true,
  // https://developer.pagerduty.com/docs/events-api-v2-overview
  limits: { bytes: 512 * 1_024, headline: 1_024, key: 255 },
} as const satisfies RouteSettings<'pagerduty'>;
