import { describe, expect, it } from 'vitest';
import { lastBoot, usagePoints } from '../../../../lib/clouds/compute/facts/usage.ts';
import { later, minutes } from '../../../../lib/model/time/time.ts';
import { noon } from '../../../support/builders/observation-builders.ts';
import { aSample } from '../../../support/builders/wire-builders.ts';

const samples = (...items: readonly [minute: number, fields: Parameters<typeof aSample>[1]][]) =>
  items.map(([minute, fields]) => aSample(later(noon, minutes(minute)), fields));

describe('17. a figure that is not a number is missing, and the others of its sample are read', () => {
  it.each(['NaN', 'nan', 'Infinity', '-Infinity', '+Inf'])('%s', (none) => {
    const cpu = samples([0, {}], [5, { cpu: none }]);
    expect(usagePoints(cpu, 4, null)).toMatchObject([{ cpu: null, network: 0, disk: 0 }]);
    const network = samples([0, {}], [5, { netRx: none }]);
    expect(usagePoints(network, 4, null)).toMatchObject([{ cpu: 5, network: null, disk: 0 }]);
    const disk = samples([0, {}], [5, { diskWrBytes: none }]);
    expect(usagePoints(disk, 4, null)).toMatchObject([{ cpu: 5, network: 0, disk: null }]);
    const ping = samples([0, {}], [5, { guestPing: none }]);
    expect(usagePoints(ping, 4, null)).toMatchObject([{ cpu: 5, network: 0, disk: 0, answers: null }]);
  });

  it('it does not count as a fall of the counter, as a boot of the VM does', () => {
    expect(lastBoot(samples([0, { netRx: 9 }], [5, { netRx: 'NaN' }], [10, { netRx: 9 }]))).toBeNull();
  });
});
