import { describe, expect, it } from 'vitest';
import { usageSlot } from '../../lib/model/facts/usage.ts';
import { type UsePoint, uses, usualMeaning, withUse } from '../../lib/model/facts/use-history.ts';
import { VmId } from '../../lib/model/ids.ts';
import { days, earlier, hours, milliseconds } from '../../lib/model/time/time.ts';
import { decodeUse, encodeUse } from '../../lib/record/packing/codec.ts';
import type { FleetUse } from '../../lib/state/fleet-use.ts';
import { noon } from '../support/builders/observation-builders.ts';

const slots = days(28) / usageSlot;

/** A hundred VMs over four weeks, each in use where its hour of the day and its day are. */
function fleetOf(isUsed: (hour: number, day: number) => boolean): FleetUse {
  const points = Array.from({ length: slots }, (_, slot): UsePoint => {
    const at = earlier(noon, milliseconds((slots - 1 - slot) * usageSlot));
    return { at, cpu: isUsed(Math.floor((at % days(1)) / hours(1)), Math.floor(at / days(1))) ? 70 : 4 };
  });
  const history = withUse(null, points, { meaning: usualMeaning, gpus: 0 }) ?? { since: noon, spells: [] };
  const names = Array.from({ length: 100 }, (_, vm) => VmId.parse(`vm-${vm}`));
  return { until: noon, meaning: usualMeaning, of: new Map(names.map((vm) => [vm, history])) };
}
const bytesEach = (use: FleetUse): number => encodeUse(use).length / use.of.size;

describe('four weeks of use in the ledger', () => {
  it('are read back as they were stored', () => {
    const use = fleetOf((hour, day) => hour === 3 || (day % 7 < 5 && hour > 8 && hour < 17));
    expect(decodeUse(encodeUse(use))).toEqual(use);
    const byAnother = { ...use, meaning: { ...usualMeaning, cpu: 7.5, logins: false } };
    expect(decodeUse(encodeUse(byAnother))).toEqual(byAnother);
    const spells = uses.map((one, index) => ({ use: one, until: earlier(noon, hours(5 - index)) }));
    const signalled = { since: earlier(noon, days(2)), spells };
    const of = new Map(
      [...use.of].slice(0, 3).map(([vm, own], index) => [vm, index === 1 ? signalled : own]),
    );
    expect(decodeUse(encodeUse({ ...use, of }))).toEqual({ ...use, of });
  });

  it('take few bytes: a dozen for a VM that is hardly used, under a hundred with a job a day', () => {
    expect(bytesEach(fleetOf((hour, day) => day % 14 === 0 && hour === 9))).toBeLessThanOrEqual(16);
    expect(bytesEach(fleetOf((hour) => hour === 3))).toBeLessThanOrEqual(100);
    expect(bytesEach(fleetOf((hour) => hour % 2 === 0))).toBeLessThanOrEqual(1_024);
  });
});
