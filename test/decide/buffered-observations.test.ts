import { describe, expect, it } from 'vitest';
import { planBufferedWrites } from '../../lib/decide/buffered-observations.ts';
import { toBufferedObservations } from '../../lib/model/facts/buffered-observation.ts';
import type { Observation, ProjectObservation } from '../../lib/model/facts/observation.ts';
import { groupTarget, ProjectId, projectTarget, RuleName } from '../../lib/model/ids.ts';
import { hourlyPrice } from '../../lib/model/money/money.ts';
import { hours, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  aVm,
  noon,
} from '../support/builders/observation-builders.ts';

const afterMinutes = (count: number): Instant => later(noon, minutes(count));
/** A poll so many minutes after noon, of a VM and another one. */
const poll = (minute: number, vm: Parameters<typeof aVm>[0] = {}): ProjectObservation => {
  const at = afterMinutes(minute);
  return anObservation({ at, resources: [aVm({ seenAt: at, ...vm }), aVm({ id: 'other', seenAt: at })] });
};
const headWith = (...observations: readonly Observation[]) =>
  aHead({
    observation: observations.at(-1) ?? null,
    pendingWrites: {
      buffered: observations.slice(0, -1).flatMap(toBufferedObservations),
      meters: [],
      journal: [],
    },
  });

describe('buffered observations, once the next one comes', () => {
  it('stay buffered as long as nothing in them changes, whatever parts were seen and whenever', () => {
    const next = anObservation({ ...poll(10), seen: ['vms'], missing: [{ part: 'spend', because: '503' }] });
    expect(planBufferedWrites(headWith(poll(0), poll(5)), next)).toEqual({
      waiting: [poll(0), poll(5)].flatMap(toBufferedObservations),
      written: [],
    });
  });

  it.each([
    ['a VM is stopped', poll(10, { activity: 'stopped', state: 'OFF' })],
    ['its price changes', poll(10, { price: '0.5214' })],
    ['its metadata changes', poll(10, { metadata: { owner: 'bob' } })],
    ['a resource is missing', anObservation({ at: afterMinutes(10), resources: [aVm()] })],
    [
      'a resource is new',
      anObservation({ ...poll(10), resources: [...poll(10).resources, aVm({ id: 'new' })] }),
    ],
    [
      'the resources come in another order',
      anObservation({ ...poll(10), resources: poll(10).resources.toReversed() }),
    ],
  ])('are all written when %s', (_, next) => {
    expect(planBufferedWrites(headWith(poll(0), poll(5)), next)).toEqual({
      waiting: [],
      written: [poll(0), poll(5)],
    });
  });

  it('count as equal when only the spelling of a price differs', () => {
    const next = poll(5, { price: '0.50' });
    expect(next.resources[0]?.price).not.toBe(hourlyPrice('0.5'));
    expect(planBufferedWrites(headWith(poll(0, { price: '0.5' })), next).waiting).toHaveLength(1);
  });

  it('are written after twelve at the most, each target always after the same number', () => {
    const buffered = Array.from({ length: 12 }, (_, nth) => poll(nth));
    const limits = Array.from({ length: 40 }, (_, nth) => {
      const target = projectTarget(null, ProjectId.parse(`p-${nth}`));
      const head = (count: number) => ({ ...headWith(...buffered.slice(-count)), target });
      return (
        buffered.findIndex(
          (_look, index) => planBufferedWrites(head(index + 1), poll(12)).written.length > 0,
        ) + 1
      );
    });
    expect([...new Set(limits)].toSorted((left, right) => left - right)).toEqual([8, 9, 10, 11, 12]);
  });

  it('are written before an hour has passed since the first', () => {
    const next = anObservation({ ...poll(5), at: later(noon, hours(1)) });
    expect(planBufferedWrites(headWith(poll(0), poll(5)), next).written).toEqual([poll(0), poll(5)]);
  });

  it('of accounts stay buffered whatever they show, since they are small', () => {
    const at = (minute: number, state = 'ACTIVE') =>
      anAccountObservation({ at: afterMinutes(minute), state });
    expect(planBufferedWrites(headWith(at(0), at(5)), at(10, 'SUSPENDED')).waiting).toHaveLength(2);
  });

  it('do not exist before the first poll, nor for groups', () => {
    const nothing = { waiting: [], written: [] };
    expect(planBufferedWrites(aHead(), poll(0))).toEqual(nothing);
    const spend = { burnRate: hourlyPrice('0'), committedRate: hourlyPrice('0') };
    const group = { kind: 'group', at: noon, seen: [], missing: [], members: [], spend } as never;
    const head = aHead({ target: groupTarget(RuleName.parse('all')), observation: group });
    expect(planBufferedWrites(head, group)).toEqual(nothing);
  });
});
