import { describe, expect, it } from 'vitest';
import { charge, chargeToMoney, hourlyPrice, sumCharges } from '../../../lib/model/money/money.ts';
import { otherTags, type Share, sumOfShares } from '../../../lib/model/money/share.ts';
import { hours } from '../../../lib/model/time/time.ts';
import type { ResourceCharge } from '../../../lib/views/export/held.ts';
import { takenApart } from '../../../lib/views/export/rows.ts';
import { aMeter } from '../../support/builders/meter-builders.ts';
import { aVm, aVolume, noon } from '../../support/builders/observation-builders.ts';
import { anHour, aVmsTags } from '../../support/builders/share-builders.ts';

const ofAnHour = (resource: ResourceCharge['resource'], price: string): ResourceCharge => ({
  resource,
  charge: charge(hourlyPrice(price), hours(1)),
  time: hours(1),
  price: hourlyPrice(price),
});
const vm = (price: string) => ofAnHour(aVm(), price);
const volume = (price: string) => ofAnHour(aVolume(), price);
const web = aVmsTags({ metadata: { team: 'web' } });
const ml = aVmsTags({ metadata: { team: 'ml' } });
const disk = { ...otherTags, kind: 'volume' } as const;

describe('a rollup divided into resources and a rest', () => {
  it.each<[string, Share[], ResourceCharge[], string[], string[]]>([
    ['resources that add up to all of it', [anHour(web, '3')], [vm('3')], ['vm 3'], []],
    ['shares alone', [anHour(web, '2'), anHour(ml, '1')], [], [], ['vm web 2', 'vm ml 1']],
    [
      'a part without a known resource',
      [anHour(web, '2'), anHour(ml, '1')],
      [vm('2.5')],
      ['vm 2.5'],
      ['vm - 0.5'],
    ],
    [
      'a kind that is known and one that is not',
      [anHour(web, '2'), anHour(disk, '1')],
      [vm('2')],
      ['vm 2'],
      ['volume - 1'],
    ],
    [
      'shares that were merged into one of all others',
      [anHour(web, '2'), anHour(otherTags, '1')],
      [vm('2'), volume('0.4')],
      ['vm 2', 'volume 0.4'],
      ['other - 0.6'],
    ],
    [
      'resources that add up to too much',
      [anHour(web, '2'), anHour(otherTags, '1')],
      [vm('3.1')],
      [],
      ['vm web 2', 'other - 1'],
    ],
    ['a kind that is in no share', [anHour(web, '2')], [volume('0.1')], [], ['vm web 2']],
    ['nothing', [], [], [], []],
  ])('of %s', (_, shares, resources, known, rest) => {
    const rollup = aMeter('hour', noon, { charge: sumOfShares(shares), shares });
    const apart = takenApart(rollup, resources);
    const usd = (amount: Share['charge']) => chargeToMoney(amount).toFixed();
    expect(apart.resources.map(({ resource, charge }) => `${resource.kind} ${usd(charge)}`)).toEqual(known);
    expect(
      apart.rest.map(({ tags, charge }) => `${tags.kind} ${tags.metadata?.['team'] ?? '-'} ${usd(charge)}`),
    ).toEqual(rest);
    const all = [...apart.resources, ...apart.rest].map(({ charge }) => charge);
    expect(sumCharges(all).eq(rollup.charge)).toBe(true);
  });

  it('without recorded shares may be of any resource', () => {
    const { charge } = anHour(web, '3');
    const { resources, rest } = takenApart(aMeter('hour', noon, { charge, shares: [] }), [vm('1')]);
    expect(resources).toHaveLength(1);
    expect(rest.map(({ tags, charge }) => [tags.kind, chargeToMoney(charge).toFixed()])).toEqual([
      ['other', '2'],
    ]);
  });
});
