import type { Rollup } from '../../../lib/model/money/meter.ts';
import { noCharge } from '../../../lib/model/money/money.ts';
import { unattributed } from '../../../lib/model/money/share.ts';
import { findPeriod, type PeriodUnit } from '../../../lib/model/time/period.ts';
import { type Instant, milliseconds } from '../../../lib/model/time/time.ts';

/** Returns the meter of the hour, day or month (UTC) of an instant, monitored from its start. */
export function aMeter(unit: PeriodUnit, at: Instant, overrides: Partial<Rollup> = {}): Rollup {
  const period = findPeriod(unit, at, 'UTC');
  const { charge = noCharge, estimated } = overrides;
  return {
    period,
    charge,
    since: period.from,
    gap: milliseconds(0),
    shares: unattributed({ charge, estimated }),
    ...overrides,
  };
}
