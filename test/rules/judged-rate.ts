import { toTarget } from '../../lib/model/ids.ts';
import type { Meter } from '../../lib/model/money/meter.ts';
import { charge, free, hourlyPrice } from '../../lib/model/money/money.ts';
import { hours, type Instant } from '../../lib/model/time/time.ts';
import type { Facts } from '../../lib/rules/facts.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';

/** A closed hour (UTC) in which so many dollars an hour were spent. */
export const anHourAt = (at: Instant, rate: string, overrides: Partial<Meter> = {}): Meter =>
  aMeter('hour', at, { charge: charge(hourlyPrice(rate), hours(1)), ...overrides });

/** Facts of a project that costs so much an hour now, with these hours behind it. */
export const hourFacts = (
  past: readonly Meter[] | null,
  rate: string,
  now: Instant = noon,
  overrides: Partial<Facts> = {},
): Facts => ({
  target: toTarget(lab),
  observation: anObservation({ at: now, resources: [aVm({ price: rate, seenAt: now })] }),
  zone: 'UTC',
  spend: {
    report: null,
    day: aMeter('day', now),
    month: aMeter('month', now),
    days: [],
    burnRate: hourlyPrice(rate),
    committedRate: free,
  },
  usages: new Map(),
  signals: {},
  stops: [],
  hours: past,
  atRisk: { counts: {}, isPartial: false },
  overrides: [],
  ...overrides,
});
