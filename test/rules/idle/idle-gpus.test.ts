import { describe, expect, it } from 'vitest';
import { hours } from '../../../lib/model/time/time.ts';
import { aVm, times } from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';
import { busy, judged, missing, quiet, type Slots } from './judged-vm.ts';

describe('a VM with GPUs', () => {
  const vm = aVm({ gpus: 8 });
  const idle = { gpu: { known: 8, busiest: 0, memory: 78 } };
  const atWork = { gpu: { known: 8, busiest: 97, memory: 78 } };
  const inPart = { gpu: { known: 7, busiest: 0, memory: 70 } };

  it('whose GPU use is unknown is suspect when it looks idle, and no action follows (invariant 1)', () => {
    const verdict = judged(quiet(48), { vm });
    expect(verdict).toMatchObject({ kind: 'suspect' });
    expect(verdict?.because).toContain('8 GPUs whose use is unknown');
    expect(verdict?.because).toContain('set SPENDWATCH_PROMETHEUS_URL');
  });

  it.each([
    ['in use by its CPU', busy(48), 'clear'],
    ['unknown', quiet(3), 'unknown'],
    ['idle by all its GPUs', times(48, idle), 'breached'],
    ['idle except for one slot of one GPU', [...times(20, idle), atWork, ...times(27, idle)], 'clear'],
    ['at 5 % in one slot', [{ gpu: { ...idle.gpu, busiest: 5 } }, ...times(47, idle)], 'clear'],
    ['at 4 % throughout', times(48, { gpu: { ...idle.gpu, busiest: 4 } }), 'breached'],
    ['of one GPU unknown in one slot', [...times(20, idle), inPart, ...times(27, idle)], 'unknown'],
    ['of all GPUs unknown in one slot', [...times(20, idle), ...quiet(1), ...times(27, idle)], 'unknown'],
    ['without a sample in one slot', [...times(20, idle), ...missing(1), ...times(27, idle)], 'unknown'],
    ['with signals of more GPUs than it has', times(48, { gpu: { ...idle.gpu, known: 9 } }), 'unknown'],
    [
      'in use by one GPU while others are unknown',
      times(48, { gpu: { ...inPart.gpu, busiest: 90 } }),
      'clear',
    ],
    ['idle by its GPUs, in use by its CPU', times(48, { ...idle, cpu: 40 }), 'clear'],
    [
      'idle, with two slots of a busy CPU',
      [...times(2, { ...idle, cpu: 40 }), ...times(46, idle)],
      'breached',
    ],
    ['idle by signals that come 20 minutes late', [...times(48, idle), ...quiet(4)], 'breached'],
    ['idle by signals that stopped 25 minutes ago', [...times(48, idle), ...quiet(5)], 'unknown'],
    [
      'in use after the last slot that is known completely',
      [...times(48, idle), { gpu: { known: 1, busiest: 50, memory: null } }],
      'clear',
    ],
    ['in use before the window', [...times(5, atWork), ...times(48, idle)], 'breached'],
  ] satisfies [string, Slots, string][])('that is %s is %s', (_, slots, kind) => {
    expect(judged(slots, { vm })?.kind).toBe(kind);
  });

  it('with memory allocated and no use is explained by what it probably is', () => {
    const verdict = judged(times(48, idle), { vm });
    expect(verdict?.because).toContain(
      'and 5 % of every GPU; 78 GiB of GPU memory allocated, 0 % busy for 4 h: probably a notebook',
    );
    expect(verdict?.figures).toMatchObject({ gpu: { busiest: 0, memory: 78 } });
  });

  it('is reported with in how many slots its GPUs are known, and when last', () => {
    const verdict = judged([...times(40, idle), ...quiet(8)], { vm });
    expect(verdict?.because).toContain(
      'the use of all 8 of its GPUs is known in 40 of them, last at 2026-11-21T11:20:00Z',
    );
  });

  it('has a window of its own', () => {
    const rule = anIdleRule({ window: hours(2), gpuWindow: hours(6) });
    expect(judged(times(48, idle), { vm, rule })?.kind).toBe('unknown');
    expect(judged(times(72, idle), { vm, rule })?.kind).toBe('breached');
    expect(judged(quiet(24), { rule })?.kind).toBe('breached');
  });
});

describe('a VM whose GPUs are read by polls that fail now and then', () => {
  const vm = aVm({ gpus: 1 });
  const held = (memory: number | null, more = {}) => ({ gpu: { known: 1, busiest: 0, memory }, ...more });
  /** Slots with the machine’s own clock, which goes on in each slot, or restarts in one of them. */
  const readings = (all: readonly ReturnType<typeof held>[], began = 0) =>
    all.map((one, index) => ({ ...one, uptime: 300 * (index + 1 - (index < began ? 0 : began)) }));
  /** 48 slots, of which those at these places, counted back from the newest, are missing. */
  const without = (places: readonly number[], slots: Slots) =>
    slots.map((slot, index) => (places.includes(slots.length - 1 - index) ? ('missing' as const) : slot));
  const steady = readings(times(52, held(40)));

  const withUse = readings([
    ...times(30, held(40)),
    { gpu: { known: 1, busiest: 60, memory: 40 } },
    ...times(21, held(40)),
  ]);
  const movedAfter = readings([...times(32, held(40)), ...times(20, held(40.8))]);

  it.each<{ readonly what: string; readonly slots: Slots; readonly kind: string }>([
    { what: 'one missing', slots: without([20], steady), kind: 'breached' },
    { what: 'two in a row missing', slots: without([20, 21], steady), kind: 'breached' },
    { what: 'four missing, nearly a tenth', slots: without([9, 20, 30, 31], steady), kind: 'breached' },
    { what: 'the two oldest missing', slots: without([46, 47], steady), kind: 'breached' },
    { what: 'three in a row missing', slots: without([20, 21, 22], steady), kind: 'unknown' },
    { what: 'five missing, over a tenth', slots: without([5, 12, 20, 30, 40], steady), kind: 'unknown' },
    { what: 'the newest five missing', slots: without([0, 1, 2, 3, 4], steady), kind: 'unknown' },
    { what: 'one missing and other memory after it', slots: without([20], movedAfter), kind: 'unknown' },
    {
      what: 'one missing and its memory unknown',
      slots: without([20], readings(times(52, held(null)))),
      kind: 'unknown',
    },
    {
      what: 'one missing, after which the machine restarted',
      slots: without([20], readings(times(52, held(40)), 32)),
      kind: 'unknown',
    },
    {
      what: 'one missing and no clock of the machine',
      slots: without([20], times(52, held(40))),
      kind: 'unknown',
    },
    { what: 'one missing and use beside it', slots: without([20], withUse), kind: 'clear' },
    {
      what: 'one missing where logins are known',
      slots: without([20], readings(times(52, held(40, { logins: 0 })))),
      kind: 'unknown',
    },
  ])('with $what of 48 readings is $kind', ({ slots, kind }) => {
    expect(judged(slots, { vm })?.kind).toBe(kind);
  });

  it('reports how many are missing, and why they do not count as use', () => {
    expect(judged(without([20, 21], steady), { vm })?.because).toContain(
      '46 of 48 samples in 4 h were under 10 % CPU, 10 KiB/s of network, 100 KiB/s of disk and 5 % of every GPU; 2 samples are missing, across which its GPU memory did not change',
    );
  });
});

describe('a person who is logged in', () => {
  const away = { logins: 0 };
  const here = { logins: 1 };
  it.each([
    ['nobody throughout', times(48, away), 'breached'],
    [
      'a person in as many slots as the percentile allows',
      [...times(2, here), ...times(46, away)],
      'breached',
    ],
    ['a person in one more', [...times(3, here), ...times(45, away)], 'clear'],
    ['nobody, until the signal stopped', [...times(24, away), ...quiet(24)], 'unknown'],
  ] satisfies [string, Slots, string][])('%s: %s', (_, slots, kind) => {
    expect(judged(slots)?.kind).toBe(kind);
  });

  it('does not count where the rule ignores it', () => {
    const rule = anIdleRule({ logins: 'ignored' });
    expect(judged(times(48, here), { rule })?.kind).toBe('breached');
    expect(judged([...times(24, here), ...quiet(24)], { rule })?.kind).toBe('breached');
  });
});
