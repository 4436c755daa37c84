import { expect, it } from 'vitest';
import { groupTarget, RuleName } from '../../../lib/model/ids.ts';
import { days, hours } from '../../../lib/model/time/time.ts';
import { aFreshnessRule } from '../../support/builders/account-rule-builders.ts';
import { aBudgetRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { aSkewedMachine } from './a-skewed-machine.ts';

it('invariant 10: an alert of a run of act whose clock was ahead begins at the cloud’s time once the cloud answers', async () => {
  let isReachable = true;
  const policy = aPolicy({ rules: [aFreshnessRule({ unseen: hours(1) })] });
  const machine = aSkewedMachine({ policy, isReachable: () => isReachable });
  await machine.watch('10:00');
  isReachable = false;
  await machine.act('10:05', hours(2));
  const watcher = async () =>
    (await machine.ledger.heads())
      .flatMap(({ alerts }) => alerts)
      .find(({ episode }) => episode === 'watcher');
  expect(await watcher()).toMatchObject({ phase: 'firing', since: on('12:05') });
  isReachable = true;
  await machine.watch('10:10');
  expect(await watcher()).toMatchObject({ since: on('10:10'), lastNotified: { at: on('10:10') } });
});

it('invariant 8: a wrong clock ends no month of a shared budget while nothing can be polled', async () => {
  let isReachable = true;
  const shared = aBudgetRule({ shared: true, limit: '0.01' });
  const policy = aPolicy({ rules: [shared] });
  const machine = aSkewedMachine({ policy, isReachable: () => isReachable });
  const group = () => machine.ledger.head(groupTarget(RuleName.parse(shared.name)));
  for (const time of ['10:00', '10:30', '11:00']) await machine.watch(time);
  const before = await group();
  expect(before?.alerts).toMatchObject([{ phase: 'firing' }]);
  isReachable = false;
  await machine.watch('11:05', days(35));
  expect(await group()).toEqual(before);
  isReachable = true;
  await machine.watch('11:10');
  expect((await group())?.alerts).toMatchObject([{ since: before?.alerts[0]?.since }]);
});
