import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { charge, chargeToMoney, hourlyPrice, noMoney } from '../../../lib/model/money/money.ts';
import { findPeriod } from '../../../lib/model/time/period.ts';
import { hours, later, milliseconds } from '../../../lib/model/time/time.ts';
import type { ExportRow } from '../../../lib/views/export/rows.ts';
import { aVm, noon } from './observation-builders.ts';
import { aVmsTags } from './share-builders.ts';

/** Returns the row of a VM for the hour from noon, at half a dollar. */
export function anExportRow(overrides: Partial<ExportRow> = {}): ExportRow {
  const price = hourlyPrice('0.5');
  const time = hours(1);
  const whole = charge(price, time);
  return {
    target: projectTarget(null, ProjectId.parse('lab')),
    account: null,
    from: noon,
    until: later(noon, time),
    month: findPeriod('month', noon, 'UTC'),
    isRunning: false,
    gap: milliseconds(0),
    resource: aVm(),
    tags: aVmsTags(),
    charge: whole,
    cost: chargeToMoney(whole),
    estimatedCost: noMoney,
    time,
    price,
    ...overrides,
  };
}
