import { describe, expect, it } from 'vitest';
import { withBoot } from '../../lib/clouds/boots.ts';
import { passingStates } from '../../lib/clouds/compute/facts/activity.ts';
import type { WirePod } from '../../lib/clouds/runpod/contract.ts';
import { computeBootTime } from '../../lib/clouds/runpod/facts/boots.ts';
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
    ['runs and was at rest before', was('STOPPED', 'stopped'), is('ACTIVE', 'running')],
    ['runs and was going down before', was('STOPPING', 'changing'), is('ACTIVE', 'running')],
    ['is starting and ran before', was('ACTIVE', 'running'), is('STARTING', 'changing')],
    ['is starting and was at rest before', was('SUSPENDED', 'stopped'), is('PENDING', 'changing')],
  ])('is the time of this poll where it %s', (_, before, now) => {
    expect(bootOfVm(before, now)).toBe(noon);
  });

  it.each([
    ['runs as before', was('ACTIVE', 'running'), is('ACTIVE', 'running')],
    ['is moved to another host', was('MIGRATING', 'changing'), is('ACTIVE', 'running')],
    ['is still starting', was('STARTING', 'changing'), is('STARTING', 'changing')],
    ['was starting before', was('STARTING', 'changing'), is('ACTIVE', 'running')],
    ['goes down', was('ACTIVE', 'running'), is('STOPPING', 'changing')],
    ['was not seen before', undefined, is('ACTIVE', 'running')],
    [
      'has the name of another that was at rest',
      was('STOPPED', 'stopped', { createdAt: earlier(noon, hours(90)) }),
      is('ACTIVE', 'running'),
    ],
  ])('is unknown where it %s', (_, before, now) => {
    expect(bootOfVm(before, now)).toBeUndefined();
  });

  it('is the latest known one, and is remembered', () => {
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
    ['by the time of its start', { ...upFor(60), startedAt: isoInstant(ago) }, ago],
    ['by its uptime, without a time of its start', upFor(600), ago],
    [
      'by its uptime, where the time of its start is in the future',
      { ...upFor(600), startedAt: isoInstant(later(noon, hours(9))) },
      ago,
    ],
    ['to be unknown, where it shows neither', pod, null],
  ])('is known %s', (_, shown, bootedAt) => {
    expect(computeBootTime(shown, noon)).toBe(bootedAt);
  });

  it.each([-90, -1, 0, 1, 90])('does not change with an uptime that jitters by %d s', (jitter) => {
    expect(computeBootTime(upFor(600 + jitter), noon, ago)).toBe(ago);
  });

  it('changes with an uptime that fell', () => {
    expect(computeBootTime(upFor(30), noon, ago)).toBe(earlier(noon, seconds(30)));
  });
});
