import { describe, expect, it } from 'vitest';
import { instant } from '../../../../../lib/model/time/time.ts';
import {
  type Doing,
  doingIn,
  Workload,
} from '../../../../../lib/simulators/compute/world/compute/workload.ts';
import { drawFor } from '../../../../../lib/simulators/http/draw.ts';

const fiveMinutes = 300_000;
const tuesday = Date.parse('2026-03-17T00:00:00Z');
const sunday = Date.parse('2026-03-15T00:00:00Z');

/** What a workload does in each five minutes of some hours of a day. */
function doings(
  kind: 'abandoned' | 'training' | 'notebook' | 'nightly' | 'web',
  fromHour = 0,
  untilHour = 24,
  day = tuesday,
) {
  const workload = Workload.parse({ kind });
  const draw = drawFor(3, kind);
  const all: Doing[] = [];
  for (let time = day + fromHour * 3_600_000; time < day + untilHour * 3_600_000; time += fiveMinutes) {
    all.push(doingIn(workload, instant(time), draw(time / fiveMinutes)));
  }
  return all;
}

const cpus = (of: readonly Doing[]) => of.map((doing) => doing.cpu);
const networks = (of: readonly Doing[]) => of.map((doing) => doing.rx + doing.tx);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const least = (values: readonly number[]) => Math.min(...values);
const most = (values: readonly number[]) => Math.max(...values);

describe('workloads', () => {
  it.each(['abandoned', 'training'] as const)('show the noise of an idle system under “%s”', (kind) => {
    const day = doings(kind);
    expect(least(cpus(day))).toBeGreaterThanOrEqual(4);
    expect(most(cpus(day))).toBeLessThan(10);
    expect(least(networks(day))).toBeGreaterThan(300);
    expect(most(networks(day))).toBeLessThanOrEqual(2_049);
    expect(new Set(cpus(day)).size).toBeGreaterThan(250);
  });

  it('tell a training run from nothing by its disk alone, and too seldom for any rule', () => {
    const checkpoints = doings('training').filter((doing) => doing.written > 200 * 1_048_576);
    expect(checkpoints).toHaveLength(4);
    expect(mean(cpus(doings('training')))).toBeGreaterThan(5.5);
    expect(mean(cpus(doings('training')))).toBeLessThan(7.5);
  });

  it('have notebooks used in bursts in office hours, and not at night or on Sunday', () => {
    const office = doings('notebook', 7, 18);
    const used = office.filter((doing) => doing.cpu > 10 || doing.rx + doing.tx > 10_240);
    expect(used.length / office.length).toBeGreaterThan(0.6);
    expect(used.length / office.length).toBeLessThan(0.9);
    expect(
      most(
        cpus([
          ...doings('notebook', 18, 24),
          ...doings('notebook', 0, 7),
          ...doings('notebook', 0, 24, sunday),
        ]),
      ),
    ).toBeLessThan(8);
  });

  it('have nightly jobs busy for their hours and quiet by day', () => {
    expect(least(cpus(doings('nightly', 2, 5)))).toBeGreaterThan(60);
    expect(most(cpus(doings('nightly', 5, 24)))).toBeLessThan(8);
  });

  it('have a server never quiet, and busier by day', () => {
    expect(least(networks(doings('web')))).toBeGreaterThan(400_000);
    expect(mean(cpus(doings('web', 12, 20)))).toBeGreaterThan(1.4 * mean(cpus(doings('web', 1, 7))));
  });
});
