import { describe, expect, it } from 'vitest';
import type { ProjectObservation } from '../../lib/model/facts/observation.ts';
import { VmId } from '../../lib/model/ids.ts';
import { hours, later, minutes } from '../../lib/model/time/time.ts';
import { computeUseDeadline, useInHour, useOfVm } from '../../lib/views/use-by-hour.ts';
import { at } from '../support/at.ts';
import { anObservation, aVm, times, usageUntil } from '../support/builders/observation-builders.ts';

const from = at('2026-11-21T12:00:00');
const hour = { from, until: later(from, hours(1)) };
const box = VmId.parse('box');

/** A poll so many minutes after the hour began. */
const poll = (minute: number, overrides: Parameters<typeof anObservation>[0] = {}) =>
  anObservation({ at: later(from, minutes(minute)), ...overrides });
const inHour = (...buffered: readonly ProjectObservation[]) =>
  useInHour({ observations: buffered, samplings: buffered }, hour);
const use = (...buffered: readonly ProjectObservation[]) => inHour(...buffered).byVm.get(box);

describe('the use of a VM in an hour', () => {
  it('is the mean of its slots, each once, by the end of the slot', () => {
    const usage = [usageUntil(later(from, minutes(20)), [90, 10, 20, 30, 40])];
    // The first slot ended as the hour began, so it belongs to the hour before.
    expect(use(poll(20, { usage }))).toBe(25);
  });

  it('uses the newest sample of a slot', () => {
    const told = (cpu: number) => [usageUntil(later(from, minutes(5)), [cpu])];
    expect(use(poll(5, { usage: told(10) }), poll(10, { usage: told(30) }))).toBe(30);
  });

  it('includes samples that arrive after the hour', () => {
    const usage = [usageUntil(later(from, minutes(70)), times(14, 40))];
    expect(use(poll(30), poll(70, { usage }))).toBe(40);
  });

  it('is unknown, not idle, when a running VM has no sample', () => {
    expect(use(poll(0), poll(5))).toBe('unknown');
  });

  it('is unknown when the samples have no figure', () => {
    expect(use(poll(5, { usage: [usageUntil(later(from, minutes(5)), [{ cpu: null }])] }))).toBe('unknown');
  });

  it('is that of its GPUs where it has any, and unknown while the use of one of them is', () => {
    const gpu = (known: number) => [
      usageUntil(later(from, minutes(5)), [{ cpu: 1, gpu: { known, busiest: 80, memory: null } }]),
    ];
    const resources = [aVm({ gpus: 2 })];
    expect(use(poll(5, { resources, usage: gpu(2) }))).toBe(80);
    expect(use(poll(5, { resources, usage: gpu(1) }))).toBe('unknown');
    expect(use(poll(5, { resources, usage: [usageUntil(later(from, minutes(5)), [1])] }))).toBe('unknown');
  });

  it('is off when every poll found the VM stopped, and unknown when only some did', () => {
    const stopped = { resources: [aVm({ activity: 'stopped' })] };
    expect(use(poll(0, stopped), poll(5, stopped))).toBe('off');
    expect(use(poll(0, stopped), poll(5))).toBe('unknown');
  });

  it('does not exist when the VM did not', () => {
    expect(use(poll(0, { resources: [] }))).toBeUndefined();
  });
});

it('the use of a VM is unknown in hours without polls, and absent in hours without the VM', () => {
  const seen = inHour(poll(0, { resources: [] }));
  const unseen = inHour();
  const known = inHour(poll(5, { usage: [usageUntil(later(from, minutes(5)), [7])] }));
  expect(useOfVm([unseen, seen, known], box)).toEqual(['unknown', 'absent', 7]);
});

it('an hour of use is complete only once late samples can no longer arrive', () => {
  expect(computeUseDeadline(hour)).toBe(later(hour.until, minutes(85)));
});
