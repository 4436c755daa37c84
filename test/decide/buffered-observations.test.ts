import { describe, expect, it } from 'vitest';
import { looksAfter } from '../../lib/decide/buffered-observations.ts';
import { looksOf } from '../../lib/model/facts/buffered-observation.ts';
import type { ProjectObservation, Sighting } from '../../lib/model/facts/observation.ts';
import { groupTarget, ProjectId, projectTarget, RuleName } from '../../lib/model/ids.ts';
import { hourlyPrice } from '../../lib/model/money/money.ts';
import { hours, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import { aHead, anAccountSighting, aSighting, aVm, noon } from '../support/sighting-builders.ts';

const afterMinutes = (count: number): Instant => later(noon, minutes(count));
/** A look so many minutes after noon, at a VM and another. */
const look = (minute: number, vm: Parameters<typeof aVm>[0] = {}): ProjectObservation => {
  const at = afterMinutes(minute);
  return aSighting({ at, resources: [aVm({ seenAt: at, ...vm }), aVm({ id: 'other', seenAt: at })] });
};
const headWith = (...sightings: readonly Sighting[]) =>
  aHead({
    sighting: sightings.at(-1) ?? null,
    unwritten: { looks: sightings.slice(0, -1).flatMap(looksOf), meters: [], journal: [] },
  });

describe('sightings of a head that is replaced', () => {
  it('wait as long as nothing new is seen, whatever it was that told it and when it was seen', () => {
    const next = aSighting({ ...look(10), seen: ['vms'], missing: [{ part: 'spend', because: '503' }] });
    expect(looksAfter(headWith(look(0), look(5)), next)).toEqual({
      waiting: [look(0), look(5)].flatMap(looksOf),
      written: [],
    });
  });

  it.each([
    ['a VM is stopped', look(10, { activity: 'stopped', state: 'OFF' })],
    ['its price changes', look(10, { price: '0.5214' })],
    ['its metadata changes', look(10, { metadata: { owner: 'bob' } })],
    ['there is one less', aSighting({ at: afterMinutes(10), resources: [aVm()] })],
    ['there is one more', aSighting({ ...look(10), resources: [...look(10).resources, aVm({ id: 'new' })] })],
    ['they come in another order', aSighting({ ...look(10), resources: look(10).resources.toReversed() })],
  ])('are all written when %s', (_, next) => {
    expect(looksAfter(headWith(look(0), look(5)), next)).toEqual({
      waiting: [],
      written: [look(0), look(5)],
    });
  });

  it('are alike when a price is written in another way', () => {
    const next = look(5, { price: '0.50' });
    expect(next.resources[0]?.price).not.toBe(hourlyPrice('0.5'));
    expect(looksAfter(headWith(look(0, { price: '0.5' })), next).waiting).toHaveLength(1);
  });

  it('are written after twelve at the most, each target after as many as it has always had', () => {
    const looks = Array.from({ length: 12 }, (_, poll) => look(poll));
    const limits = Array.from({ length: 40 }, (_, nth) => {
      const target = projectTarget(ProjectId.parse(`p-${nth}`));
      const head = (count: number) => ({ ...headWith(...looks.slice(-count)), target });
      return looks.findIndex((_look, index) => looksAfter(head(index + 1), look(12)).written.length > 0) + 1;
    });
    expect([...new Set(limits)].toSorted((left, right) => left - right)).toEqual([8, 9, 10, 11, 12]);
  });

  it('are written before an hour has passed since the first', () => {
    const next = aSighting({ ...look(5), at: later(noon, hours(1)) });
    expect(looksAfter(headWith(look(0), look(5)), next).written).toEqual([look(0), look(5)]);
  });

  it('of accounts wait whatever they show, since they are small', () => {
    const at = (minute: number, state = 'ACTIVE') => anAccountSighting({ at: afterMinutes(minute), state });
    expect(looksAfter(headWith(at(0), at(5)), at(10, 'SUSPENDED')).waiting).toHaveLength(2);
  });

  it('are none where there was no look, and none of groups', () => {
    const nothing = { waiting: [], written: [] };
    expect(looksAfter(aHead(), look(0))).toEqual(nothing);
    const spend = { burnRate: hourlyPrice('0'), committedRate: hourlyPrice('0') };
    const group = { kind: 'group', at: noon, seen: [], missing: [], members: [], spend } as never;
    const head = aHead({ target: groupTarget(RuleName.parse('all')), sighting: group });
    expect(looksAfter(head, group)).toEqual(nothing);
  });
});
