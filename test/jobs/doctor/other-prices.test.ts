import { expect, it } from 'vitest';
import { aBudgetRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aWireVolume } from '../../support/builders/wire-builders.ts';
import { aCheckUp, aGoodCloud } from './a-check-up.ts';

const unpriced = aWireVolume({ id: 'data', totalPriceHr: null });
const found = 'not shown for 1 volume: project/lab/volume/data';

it.each([
  ['a gap where a rule needs prices', 'partly', aBudgetRule(), found],
  [
    'no gap where no rule needs prices',
    'ok',
    aBudgetRule({ basis: 'reported' }),
    `${found}; no rule needs them`,
  ],
])('a resource other than a VM without a price is %s', async (_, state, rule, expected) => {
  const cloud = { ...aGoodCloud('lab'), listVolumes: () => [unpriced, aWireVolume({ id: 'priced' })] };
  const { finding } = await aCheckUp(cloud, { policy: aPolicy({ rules: [rule] }) });
  expect(finding('other-prices')).toMatchObject({ state, found: expected });
});

it('resources that all have a price are no finding', async () => {
  const { diagnosis } = await aCheckUp(aGoodCloud('lab'));
  expect(diagnosis.findings.map(({ id }) => id)).not.toContain('other-prices');
});
