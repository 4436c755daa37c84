import { expect, it } from 'vitest';
import { clusterResources } from '../../../../lib/clouds/compute/facts/resources.ts';
import { WireCluster } from '../../../../lib/clouds/compute/wire/machine.ts';
import { readRecord } from '../../../../lib/clouds/http/read-record.ts';
import { ResourceId } from '../../../../lib/model/ids.ts';
import { computeTotalCost } from '../../../../lib/rules/facts.ts';
import { anObservation, noon } from '../../../support/builders/observation-builders.ts';

const machine = (id: string, priceHr: string | null) => ({ id: ResourceId.parse(id), priceHr });

it.each<[string, Partial<WireCluster>, (string | null)[], string | null]>([
  ['its total, which is divided among its machines', { totalPriceHr: '170' }, ['80', '80'], '170'],
  ['the total of its machines', { totalMachinePriceHr: '160' }, ['80', '80'], '160'],
  ['the sum of its machines, without any total', {}, ['80', '80'], '160'],
  ['its total, where a machine shows no price', { totalPriceHr: '170' }, ['80', null], '170'],
  ['an unknown price, without a total and with a machine that shows no price', {}, ['80', null], null],
  ['an unknown price, without a total and machines', {}, [], null],
])('20. a cluster costs %s', (_, totals, prices, whole) => {
  const machines = prices.map((price, index) => machine(`m-${index}`, price));
  const resources = clusterResources({ id: ResourceId.parse('train'), machines, ...totals }, noon);
  const [cluster] = resources;
  if (cluster === undefined) throw new Error('no cluster was read');
  expect(computeTotalCost(cluster, anObservation({ resources })).price?.toFixed() ?? null).toBe(whole);
});

it('the state of a cluster that cannot be read leaves that of its machines unknown (invariants 1 and 17)', () => {
  const machines = [{ id: 'n', state: 'ACTIVE', powerState: 'ON' }];
  const read = readRecord(WireCluster, { id: 'c', state: { word: 'UPDATING' }, machines });
  if (read.kind !== 'read') throw new Error('not read');
  const [, node] = clusterResources(read.record, noon);
  expect(node).toMatchObject({ kind: 'cluster-machine', activity: 'unknown' });
});

it('a cluster whose total cannot be read has an unknown price, also where its machines show their prices', () => {
  const machines = [machine('n', '80')];
  const read = readRecord(WireCluster, {
    id: 'c',
    totalPriceHr: 'dear',
    totalMachinePriceHr: '80',
    machines,
  });
  if (read.kind !== 'read') throw new Error('not read');
  const resources = clusterResources(read.record, noon);
  expect(resources.map(({ price }) => price?.running.toFixed() ?? null)).toEqual([null, '80']);
});
