import { describe, expect, it } from 'vitest';
import { recheckAction } from '../../../lib/decide/actions/guards/guards.ts';
import { earlier, hours, later, minutes } from '../../../lib/model/time/time.ts';
import { aVm } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { word } from '../../support/timeline.ts';
import { decidedAt, head, intent, now, samples, why } from './rechecked.ts';

it('a stop is cancelled when the VM was started after the decision, but not when it was started before (invariant 6)', () => {
  expect(why({ bootedAt: later(decidedAt, minutes(1)) })).toContain(
    'it was started again at 2026-11-21T11:01:00Z',
  );
  // Announced at 10:00.
  expect(why({ bootedAt: earlier(decidedAt, minutes(61)) })).toBe('go');
});

it('a stop is cancelled by an order to start the VM that came after the decision', () => {
  const orderedAt = (clock: string) =>
    recheckAction(
      {
        intent,
        head,
        policy: aPolicy(),
        overrides: [{ kind: 'order', ...word(clock), action: 'start', subject: intent.subject }],
        now,
      },
      { resource: aVm(), points: samples(), bootedAt: null, image: null },
    ).kind;
  expect([orderedAt('10:59'), orderedAt('11:01'), orderedAt('11:03')]).toEqual(['go', 'cancelled', 'go']);
});

describe('a VM is busy again', () => {
  it('by the limit of use that a learning rule has', () => {
    const learned = { within: hours(8), inUse: 15, risk: 5, untilKnown: null };
    const policy = aPolicy({ rules: [anIdleRule({ learned })] });
    const higher = aPolicy({ rules: [anIdleRule({ learned: { ...learned, inUse: 20 } })] });
    const steady = (cpu: number) => samples().map((point) => ({ ...point, cpu }));
    expect(why({ points: steady(14) })).toContain('is busy again');
    expect(why({ points: steady(14) }, policy)).toBe('go');
    expect(why({ points: steady(15) }, policy)).toContain('is busy again');
    const lenient = aPolicy({ rules: [anIdleRule({ learned, cpuBelow: 40 })] });
    expect(why({ points: steady(30) }, lenient)).toContain('is busy again');
    expect(why({ points: steady(19) }, higher)).toBe('go');
    expect(why({ points: steady(20) }, higher)).toContain('is busy again');
  });

  it.each([
    ['in a sample after the decision', { 1: { cpu: 80 } }, 'in use at 2026-11-21T11:01:00Z'],
    ['by its disk alone', { 1: { disk: 999_999 } }, 'in use at 2026-11-21T11:01:00Z'],
    ['by its network alone', { 1: { network: 99_999 } }, 'in use at 2026-11-21T11:01:00Z'],
    ['in the sample of the decision itself', { 0: { cpu: 80 } }, 'in use at 2026-11-21T11:00:00Z'],
    [
      'in samples that reached the cloud after the decision',
      { '-10': { cpu: 80 }, '-5': { cpu: 80 } },
      'in use at 2026-11-21T10:55:00Z',
    ],
    [
      'a quarter of an hour before the decision, in a sample that came late',
      { '-15': { cpu: 80 } },
      'in use at 2026-11-21T10:45:00Z',
    ],
  ])('%s', (_, told, because) => {
    expect(why({ points: samples(told) })).toBe(`it is busy again: ${because}`);
  });

  it('but not by use that is older than any late sample can be', () => {
    expect(why({ points: samples({ '-20': { cpu: 80 }, '-60': { cpu: 80 } }) })).toBe('go');
  });

  it('but not by use before the decision that the rule allows', () => {
    const lax = aPolicy({ rules: [anIdleRule({ percentile: 60 })] });
    expect(why({ points: samples({ '-10': { cpu: 80 } }) }, lax)).toBe('go');
    // Use that is new counts however lenient the rule is.
    expect(why({ points: samples({ 0: { cpu: 80 } }) }, lax)).toContain('is busy again');
    expect(
      why({ points: samples({ '-15': { cpu: 80 }, '-10': { cpu: 80 }, '-5': { cpu: 80 } }) }, lax),
    ).toContain('is busy again');
  });

  it('1. but not by a sample that lacks a figure; if all samples lack it, use is unknown and the stop is cancelled', () => {
    const noCpu = { cpu: null };
    expect(why({ points: samples({ 1: noCpu }) })).toBe('go');
    expect(why({ points: samples({ '-10': noCpu, '-5': noCpu, 0: noCpu, 1: noCpu }) })).toBe('go');
    expect(why({ points: samples().map((point) => ({ ...point, ...noCpu })) })).toContain('no usage sample');
  });

  it('or unknown when its guest no longer answers a ping, unless the rule ignores pings', () => {
    const hung = samples({ 1: { answers: false } });
    expect(why({ points: hung })).toContain('its guest does not answer a ping');
    expect(why({ points: samples({ '-5': { answers: false }, 1: { answers: true } }) })).toBe('go');
    const deaf = aPolicy({ rules: [anIdleRule({ guestPing: 'ignored' })] });
    expect(why({ points: hung }, deaf)).toBe('go');
  });

  it('or unknown when there is no sample of the last twenty minutes (invariant 1)', () => {
    expect(why({ points: [] })).toContain('no usage sample');
    const old = samples().filter((point) => point.at <= later(decidedAt, minutes(-20)));
    expect(why({ points: old })).toContain('no usage sample');
  });
});

it('a stop is cancelled when the rule has stricter limits now', () => {
  expect(why({}, aPolicy({ rules: [anIdleRule({ cpuBelow: 2 })] }))).toContain('it is busy again');
});

it('an expired intent does not begin', () => {
  expect(why({}, aPolicy(), intent.expiresAt)).toBe('go');
  expect(why({}, aPolicy(), later(intent.expiresAt, minutes(1)))).toContain('the action expired at');
});
