import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { monitorVm } from '../../../../../lib/clouds/compute/contract/vms.ts';
import { days, hours, milliseconds, minutes } from '../../../../../lib/model/time/time.ts';
import { aCloud, at, aVm, settled } from '../../a-cloud.ts';

type Cloud = ReturnType<typeof aCloud>;

async function samples({ ask }: Cloud, id = 'box') {
  const { body } = await ask('GET', `/v1/projects/lab/vms/${id}/monitor`);
  return z.object({ items: z.array(monitorVm.item) }).parse(body).items;
}

/** Exactly 37 % of eight cores and a thousand bytes a second. */
const steady = { vcpus: 8, memoryGib: 32, workload: { kind: 'constant', cpu: 37, network: 1_000 } } as const;

function aBusyVm(): Cloud {
  const cloud = aCloud();
  cloud.world.perform(aVm(steady));
  return cloud;
}

describe('a VM’s monitor', () => {
  it('returns one sample per five minutes of the last hour, oldest first', async () => {
    const cloud = aBusyVm();
    cloud.clock.advance(hours(5));
    const times = (await samples(cloud)).map((sample) => sample.timestamp);
    const now = cloud.clock.now() / 1_000;
    expect(times).toHaveLength(12);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(Array(11).fill(300));
    expect(times[0]).toBeGreaterThan(now - 3_600);
    expect(times.at(-1)).toBeLessThanOrEqual(now);
  });

  it('returns CPU in percent of one core, memory in KiB, and whole numbers as text', async () => {
    const cloud = aBusyVm();
    cloud.clock.advance(hours(5));
    const [sample] = await samples(cloud);
    expect(sample?.cpu).toBe(296);
    expect(sample?.memory).toBe(32 * 1_048_576 * 0.25);
    const { body } = await cloud.ask('GET', '/v1/projects/lab/vms/box/monitor');
    const { items } = z.object({ items: z.array(z.record(z.string(), z.unknown())) }).parse(body);
    const { cpu: _fraction, ...whole } = items[0] ?? {};
    expect(Object.keys(whole)).toHaveLength(9);
    for (const value of Object.values(whole)) expect(value).toMatch(/^\d+$/);
  });

  it('counts bytes since the VM came up', async () => {
    const cloud = aBusyVm();
    cloud.clock.advance(days(3));
    const all = await samples(cloud);
    const steps = all.slice(1).map((sample, index) => total(sample) - total(all[index]));
    expect(steps).toEqual(Array(11).fill(300_000));
    const first = all[0];
    const upAt = (first?.timestamp ?? 0) * 1_000 - total(first);
    expect(upAt).toBeGreaterThan(cloud.clock.now() - days(3));
    expect(upAt).toBeLessThanOrEqual(cloud.clock.now() - days(3) + settled);
  });

  it('returns nothing new while the VM is stopped, and counts from zero after a restart', async () => {
    const cloud = aBusyVm();
    cloud.clock.advance(hours(10));
    const before = await samples(cloud);
    cloud.world.perform({ kind: 'stop-vm', project: 'lab', vm: 'box' });
    cloud.clock.advance(minutes(30));
    const stopped = await samples(cloud);
    expect(stopped.at(-1)?.timestamp).toBe(before.at(-1)?.timestamp);
    expect(stopped).toHaveLength(6);
    cloud.clock.advance(minutes(31));
    expect(await samples(cloud)).toEqual([]);

    cloud.world.perform({ kind: 'start-vm', project: 'lab', vm: 'box' });
    cloud.clock.advance(milliseconds(settled + 600_000));
    const after = await samples(cloud);
    expect(after.length).toBeGreaterThanOrEqual(2);
    expect(total(after[0])).toBeLessThan(300_000);
    expect(total(after[1]) - total(after[0])).toBe(300_000);
  });

  it('shows a changed load from the next slot on, and earlier samples do not change', async () => {
    const cloud = aBusyVm();
    cloud.clock.advance(minutes(62));
    const before = await samples(cloud);
    const workload = { kind: 'constant', cpu: 1, network: 10 } as const;
    cloud.world.perform({ kind: 'set-workload', project: 'lab', vm: 'box', workload });
    cloud.clock.advance(minutes(30));
    const after = await samples(cloud);
    expect(after.slice(0, 6)).toEqual(before.slice(-6));
    const nextSlot = at('2026-03-10T11:05:00Z') / 1_000;
    for (const sample of after) expect(sample.cpu).toBe(sample.timestamp < nextSlot ? 296 : 8);
    expect(total(after.at(-1)) - total(after.at(-2))).toBe(3_000);
  });
});

function total(sample: Awaited<ReturnType<typeof samples>>[number] | undefined): number {
  return (sample?.netRx ?? 0) + (sample?.netTx ?? 0);
}
