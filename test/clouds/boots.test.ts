import { describe, expect, it } from 'vitest';
import { withBoot } from '../../lib/clouds/boots.ts';
import { passingStates } from '../../lib/clouds/compute/facts/activity.ts';
import type { WirePod } from '../../lib/clouds/runpod/contract.ts';
import { bootOf } from '../../lib/clouds/runpod/facts/boots.ts';
import type { Resource } from '../../lib/model/facts/resource.ts';
import { VmId } from '../../lib/model/ids.ts';
import {
  earlier,
  hours,
  type Instant,
  isoInstant,
  later,
  minutes,
  seconds,
} from '../../lib/model/time/time.ts';
import { aVm, noon } from '../support/builders/observation-builders.ts';

type Known = Partial<Pick<Resource, 'bootedAt' | 'createdAt'>>;
const was = (state: string, activity: Resource['activity'], more: Known = {}) =>
  aVm({ state, activity, seenAt: earlier(noon, minutes(5)), ...more });
const is = (state: string, activity: Resource['activity'], more: Known = {}) =>
  aVm({ state, activity, seenAt: noon, ...more });
const bootOfVm = (before: Resource | undefined, now: Resource, shown: Instant | null = null) =>
  withBoot(now, before, shown, passingStates).bootedAt;

describe('the last boot of a VM', () => {
  it.each([
    ['runs where it rested', was('STOPPED', 'stopped'), is('ACTIVE', 'running')],
    ['runs where it was going down', was('STOPPING', 'changing'), is('ACTIVE', 'running')],
    ['comes up where it ran', was('ACTIVE', 'running'), is('STARTING', 'changing')],
    ['comes up where it rested', was('SUSPENDED', 'stopped'), is('PENDING', 'changing')],
  ])('is this poll where it %s', (_, before, now) => {
    expect(bootOfVm(before, now)).toBe(noon);
  });

  it.each([
    ['runs as before', was('ACTIVE', 'running'), is('ACTIVE', 'running')],
    ['is moved to another host', was('MIGRATING', 'changing'), is('ACTIVE', 'running')],
    ['still comes up', was('STARTING', 'changing'), is('STARTING', 'changing')],
    ['came up before', was('STARTING', 'changing'), is('ACTIVE', 'running')],
    ['goes down', was('ACTIVE', 'running'), is('STOPPING', 'changing')],
    ['was never seen before', undefined, is('ACTIVE', 'running')],
    [
      'has taken the name of another that rested',
      was('STOPPED', 'stopped', { createdAt: earlier(noon, hours(90)) }),
      is('ACTIVE', 'running'),
    ],
  ])('is unknown where it %s', (_, before, now) => {
    expect(bootOfVm(before, now)).toBeUndefined();
  });

  it('is the latest that is known, and is kept once it is', () => {
    const known = earlier(noon, hours(3));
    const before = was('ACTIVE', 'running', { bootedAt: known });
    const now = is('ACTIVE', 'running');
    expect(bootOfVm(before, now)).toBe(known);
    expect(bootOfVm(before, now, earlier(noon, hours(9)))).toBe(known);
    expect(bootOfVm(before, now, earlier(noon, hours(1)))).toBe(earlier(noon, hours(1)));
  });
});

describe('the last boot of a pod', () => {
  const pod: WirePod = { id: VmId.parse('pod') };
  const upFor = (uptime: number): WirePod => ({ ...pod, runtime: { uptime } });
  const ago = earlier(noon, minutes(10));
  it.each<[string, WirePod, Instant | null]>([
    ['when it was started', { ...upFor(60), startedAt: isoInstant(ago) }, ago],
    ['by its uptime, without that', upFor(600), ago],
    [
      'by its uptime, where its start is still to come',
      { ...upFor(600), startedAt: isoInstant(later(noon, hours(9))) },
      ago,
    ],
    ['by nothing, where it shows neither', pod, null],
  ])('is known %s', (_, shown, bootedAt) => {
    expect(bootOf(shown, noon)).toBe(bootedAt);
  });

  it.each([-90, -1, 0, 1, 90])('does not move with an uptime that jitters by %d s', (jitter) => {
    expect(bootOf(upFor(600 + jitter), noon, ago)).toBe(ago);
  });

  it('moves with an uptime that fell', () => {
    expect(bootOf(upFor(30), noon, ago)).toBe(earlier(noon, seconds(30)));
  });
});
