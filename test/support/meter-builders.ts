import type { Meter } from '../../lib/model/meter.ts';
import { noCharge } from '../../lib/model/money.ts';
import { type PeriodUnit, periodAt } from '../../lib/model/period.ts';
import { type Instant, milliseconds } from '../../lib/model/time.ts';

/** The meter of the hour, day or month (UTC) that an instant lies in, watched from its start. */
export function aMeter(unit: PeriodUnit, at: Instant, overrides: Partial<Meter> = {}): Meter {
  const period = periodAt(unit, at, 'UTC');
  return { period, charge: noCharge, since: period.from, gap: milliseconds(0), ...overrides };
}
