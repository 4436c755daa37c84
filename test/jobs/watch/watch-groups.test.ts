import { expect, it } from 'vitest';
import { watchGroups } from '../../../lib/jobs/watch/watch-groups.ts';
import { groupTarget, RuleName } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { firstHead, type Head } from '../../../lib/state/head.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { aDay, dollars } from '../../rules/judged-budget.ts';
import { aMeter } from '../../support/builders/meter-builders.ts';
import { anObservation, lab, noon } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { setClock } from '../../support/set-clock.ts';
import { emptyFleet } from '../../support/turn-input.ts';

const together = groupTarget(RuleName.parse('monthly budget'));
const shared = aPolicy({ rules: [aBudgetRule({ shared: true })] });

/** Groups over a project that has spent 600 USD this month, judged an hour apart. */
function aRunner() {
  const clock = setClock(noon);
  const ledger = memoryLedger();
  const month = aMeter('month', noon, { charge: dollars('600') });
  return async (policy: Policy, member: Partial<Head> = {}) => {
    clock.pass(hours(1));
    const now = clock.now();
    const seen: Head = {
      ...firstHead(lab),
      observation: anObservation({ at: now }),
      meters: { hour: aMeter('hour', now), day: aDay(now, '5'), month },
      ...member,
    };
    const kept = (await ledger.head(together)) ?? null;
    const run = { policy, intervals: defaultIntervals };
    const ports = { clock, ledger, log: () => {} };
    const reports = await watchGroups(ports, run, () => emptyFleet, kept === null ? [seen] : [seen, kept]);
    return {
      reports: reports.map(({ kind, target }) => `${kind} ${target}`),
      head: await ledger.head(together),
    };
  };
}

it('a group is judged from the heads of its members, and is notified once', async () => {
  const run = aRunner();
  const first = await run(shared);
  expect(first.reports).toEqual([`turned ${together}`]);
  expect(first.head).toMatchObject({
    alerts: [{ subject: together, level: 50 }],
    outbox: [{ severity: 'info' }],
  });
  expect((await run(shared)).head).toMatchObject({ seq: 2, outbox: [{ severity: 'info' }] });
});

it.each([
  ['is taken out of the policy', aPolicy({ rules: [] })],
  ['is renamed', aPolicy({ rules: [aBudgetRule({ name: 'another', match: { project: 'none' } })] })],
  ['is no longer shared', aPolicy({ rules: [aBudgetRule()] })],
])(
  'a group whose rule %s is judged once more, drops its alerts without a notification, and then is left alone',
  async (_, policy) => {
    const run = aRunner();
    const before = await run(shared);
    const after = await run(policy);
    expect(after.head?.alerts).toEqual([]);
    expect(after.head?.outbox).toEqual(before.head?.outbox);
    expect((await run(policy)).reports).toEqual([]);
  },
);

it('a project that is gone leaves no figure of its group missing', async () => {
  const missed = { failedPolls: 1, failedBecause: 'listVms: 404', observation: anObservation({ at: noon }) };
  const unpolled = async (member: Partial<Head>) =>
    (await aRunner()(shared, member)).head?.observation?.missing.length;
  expect(await unpolled(missed)).toBe(1);
  expect(await unpolled({ ...missed, failureScope: 'unlisted' })).toBe(0);
});
