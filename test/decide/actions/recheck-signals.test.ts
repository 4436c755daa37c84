import { describe, expect, it } from 'vitest';
import { recheckAction } from '../../../lib/decide/actions/guards/guards.ts';
import type { SignalKind } from '../../../lib/model/facts/signal-times.ts';
import type { UsagePoint } from '../../../lib/model/facts/usage.ts';
import { VmId } from '../../../lib/model/ids.ts';
import type { Reread } from '../../../lib/model/reread.ts';
import { earlier, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import { aVm } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { decidedAt, head, intent, now, samples, why } from './rechecked.ts';

describe('a VM that once had a signal (invariant 19)', () => {
  const known = (told: Partial<UsagePoint>, at: Instant): UsagePoint => ({
    ...{ at, cpu: null, network: null, disk: null, answers: null },
    ...told,
  });
  const whyOf = (kind: SignalKind, reread: Partial<Reread>, policy = aPolicy()) => {
    const checked = recheckAction(
      {
        intent,
        head: { ...head, signalsKnownAt: { [VmId.parse('box')]: { [kind]: decidedAt } } },
        policy,
        overrides: [],
        now,
      },
      { resource: aVm(), points: samples(), bootedAt: null, image: null, ...reread },
    );
    return checked.kind === 'cancelled' ? checked.because : checked.kind;
  };

  it.each([
    ['is not stopped without a sample of it', [], 'no signal of the last 20 minutes shows who is logged in'],
    [
      'is not stopped by an old sample',
      [known({ logins: 0 }, earlier(now, minutes(21)))],
      'shows who is logged in',
    ],
    ['is stopped by a fresh sample of it', [known({ logins: 0 }, earlier(now, minutes(20)))], 'go'],
  ] as const)('of logins %s', (_, signals, because) => {
    expect(whyOf('logins', { signals })).toContain(because);
    const ignored = aPolicy({ rules: [anIdleRule({ logins: 'ignored' })] });
    expect(whyOf('logins', { signals }, ignored)).toBe('go');
  });

  it('of pings is not stopped unless a sample shows whether it answers', () => {
    expect(whyOf('pings', {})).toContain('shows whether it answers pings');
    expect(whyOf('pings', { points: samples({ 1: { answers: true } }) })).toBe('go');
    expect(whyOf('pings', {}, aPolicy({ rules: [anIdleRule({ guestPing: 'ignored' })] }))).toBe('go');
  });
});

describe('a VM with GPUs', () => {
  const resource = aVm({ gpus: 2 });
  const signals = (told: Readonly<Record<number, Partial<UsagePoint>>> = {}): UsagePoint[] =>
    [-13, -8, -3, 2].map((minute) => ({
      at: later(decidedAt, minutes(minute)),
      cpu: null,
      network: null,
      disk: null,
      answers: null,
      gpu: { known: 2, busiest: 0, memory: 70 },
      ...told[minute],
    }));
  const of = (known: number, busiest: number) => ({ gpu: { known, busiest, memory: null } });

  it.each([
    ['with both GPUs idle', {}, 'go'],
    ['with a GPU in use now', { 2: of(2, 60) }, 'in use by its signals at 2026-11-21T11:02:00Z'],
    ['with a GPU in use now and the other unknown', { 2: of(1, 60) }, 'in use by its signals'],
    ['with a GPU in use just before the decision', { '-13': of(2, 60) }, 'in use by its signals'],
    ['with somebody logged in', { 2: { logins: 1 } }, 'in use by its signals'],
  ])('is rechecked %s: %s', (_, told, because) => {
    expect(why({ resource, signals: signals(told) })).toContain(because);
  });

  it('is left running when its signals are older than twenty minutes or do not cover all its GPUs (invariant 1)', () => {
    const inPart = { '-13': of(1, 0), '-8': of(1, 0), '-3': of(1, 0), 2: of(1, 0) };
    const newestAt = (at: Instant) =>
      signals()
        .slice(0, 1)
        .map((point) => ({ ...point, at }));
    for (const [told, because] of [
      [signals(inPart), 'no signal of the last 20 minutes'],
      [newestAt(earlier(now, minutes(20))), 'go'],
      [newestAt(earlier(now, minutes(21))), 'no signal of the last 20 minutes'],
      [[], 'no signal of the last 20 minutes'],
    ] as const)
      expect(why({ resource, signals: told })).toContain(because);
  });

  it('is judged by what the platform reports of its GPUs, where it does', () => {
    const points = samples().map((point) => ({ ...point, ...of(2, 0) }));
    expect(why({ resource, points })).toBe('go');
    expect(
      why({
        resource,
        points: [
          ...points.slice(0, -1),
          { ...points[0], ...of(2, 90), at: now, cpu: 1, network: 1, disk: 1, answers: null },
        ],
      }),
    ).toContain('in use by its signals');
  });
});
