import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../lib/jobs/ports.ts';
import { renameConnection } from '../../../lib/jobs/rename-connection.ts';
import type { ConnectionName } from '../../../lib/model/connection-name.ts';
import { toTarget } from '../../../lib/model/ids.ts';
import { money } from '../../../lib/model/money/money.ts';
import { days, later, minutes } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { runs } from '../../support/tier.ts';
import { on } from '../../support/timeline.ts';
import { aDeployment, eu, everyFiveMinutes, us } from './a-deployment.ts';

const address = 'https://one.test';

/** A budget over all projects, of which half is reported, so that counting the month twice reaches it. */
const together = aBudgetRule({
  name: 'together',
  shared: true,
  basis: 'reported',
  limit: '190',
  at: [50, 100],
  then: [{ ...aStop(minutes(15)), of: 'everything', at: money('190') }],
});
const policy = aPolicy({ rules: [together], caps: { perRun: 9, perDay: 9, share: 100 } });

type Deployment = ReturnType<typeof aDeployment>;

const groupIn = (heads: readonly Head[]) => {
  const observation = heads.find(({ target }) => toTarget(target).kind === 'group')?.observation;
  if (observation?.kind !== 'group') expect.fail('no group was judged');
  return observation;
};

/** What is counted: the month of the group and of each target, and the closed hours of each, by the target's own name. */
async function countedIn({ ledger }: Deployment) {
  const heads = await ledger.heads();
  const { spend, members } = groupIn(heads);
  const ofTargets = await Promise.all(
    heads.flatMap(({ target, meters }) => {
      const of = toTarget(target);
      if (of.kind === 'group' || meters === null) return [];
      return [
        (async () => {
          const closed = await ledger.meters(target, 'hour', on('00:00'), on('23:00'));
          const sums = closed.map(({ period, charge }) => [period.from, charge.toFixed()]);
          return [of.kind, meters.month.charge.toFixed(), Object.fromEntries(sums)] as const;
        })(),
      ];
    }),
  );
  return {
    members: members.length,
    reported: spend.report?.spend.amount.toFixed(),
    month: spend.month.charge.toFixed(),
    targets: ofTargets.toSorted(([left], [right]) => (left < right ? -1 : 1)),
  };
}

const named = (deployment: Deployment, name: ConnectionName | null, given = address): Connection =>
  deployment.connect({ name, address: given });

const timesFrom = (times: readonly string[], first: number, count: number) =>
  times.slice(first, first + count);

describe('A connection under a new name', () => {
  it.each<[string, readonly (ConnectionName | null)[]]>([
    ['gets its first name', [null, eu]],
    ['is renamed', [eu, us]],
    ['loses its name', [eu, null]],
    ['is renamed, and gets its old name back', [null, eu, null]],
  ])('continues its month, and announces no stop, where it %s (invariant 29)', async (_, names) => {
    const deployment = aDeployment(policy);
    for (const [index, name] of names.entries())
      for (const time of timesFrom(everyFiveMinutes, index * 3, 3))
        await deployment.run(time, [named(deployment, name)]);
    const { members, reported } = await countedIn(deployment);
    expect([members, reported]).toEqual([1, '100']);
    expect(deployment.sent.map(({ severity }) => severity)).toEqual(['info']);
    expect(deployment.told()).toEqual([]);
  });

  it('counts each charge once, however often it is named, renamed, removed and added (invariant 29)', async () => {
    const times = Array.from({ length: 16 }, (_, index) => {
      const minute = 600 + index * 15;
      return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
    });
    const step = fc.constantFrom<ConnectionName | null | 'removed'>(null, eu, us, 'removed');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 16, maxLength: 16 }), async (steps) => {
        const [renamed, plain] = [aDeployment(policy), aDeployment(policy)];
        const other = (deployment: Deployment) =>
          deployment.connect({
            name: 'other' as ConnectionName,
            address: 'https://other.test',
            answers: { listProjects: () => [], listBillingAccounts: () => [] },
          });
        const seen = new Set<unknown>();
        for (const [index, time] of times.entries()) {
          const name = steps[index] ?? null;
          const isThere = name !== 'removed';
          await renamed.run(time, [...(isThere ? [named(renamed, name)] : []), other(renamed)]);
          await plain.run(time, [...(isThere ? [named(plain, eu)] : []), other(plain)]);
          if (isThere) seen.add(name);
          if (seen.size > 0) expect(await countedIn(renamed)).toEqual(await countedIn(plain));
        }
      }),
      runs(30),
    );
  });

  it('causes no new notification, and resolves its incidents under their ids (invariant 8)', async () => {
    const deployment = aDeployment(policy);
    await deployment.run('10:00', [named(deployment, null)]);
    await deployment.run('10:05', [named(deployment, eu)]);
    const single = aBudgetRule({ name: 'single', limit: '100', at: [50] });
    const ofOne = aDeployment(aPolicy({ rules: [single] }));
    await ofOne.run('10:00', [named(ofOne, null)]);
    await ofOne.run('10:05', [named(ofOne, eu)]);
    const subjects = ofOne.sent.flatMap(({ notifications }) => notifications.map(({ subject }) => subject));
    expect(subjects).toEqual(['project/lab']);
    const [head] = (await ofOne.headsOf(eu)).filter(({ alerts }) => alerts.length > 0);
    expect(head?.alerts).toMatchObject([
      { subject: 'project@eu/lab', incident: expect.stringMatching(/^project\/lab#single#/) },
    ]);
  });

  it('keeps the VMs that people kept under its former name (invariant 3)', async () => {
    const [kept, free] = [aDeployment(), aDeployment()];
    await kept.ledger.putOverride({
      kind: 'keep',
      id: 'keep-box',
      author: 'ada',
      reason: 'a long run',
      at: later(on('10:00'), minutes(1)),
      until: later(on('10:00'), days(1)),
      subject: `${lab}/vm/box`,
    });
    for (const deployment of [kept, free])
      for (const time of [...everyFiveMinutes, '11:15', '11:20'])
        await deployment.run(time, [named(deployment, time < '10:10' ? null : eu)]);
    expect(free.changes(eu)).toEqual(['stopVm lab/box']);
    expect(kept.changes(eu)).toEqual([]);
    const [override] = await kept.ledger.overrides(on('11:10'));
    expect(override).toMatchObject({ subject: 'project@eu/lab/vm/box' });
  });

  it('continues what the unnamed connection counted, where another account has no name now', async () => {
    const deployment = aDeployment(policy);
    await deployment.run('10:00', [named(deployment, null)]);
    const answers = {
      listProjects: () => [{ id: 'shop', billingAccountId: 'second' }],
      listBillingAccounts: () => [{ id: 'second' }],
    };
    for (const [id, answer] of Object.entries(answers))
      deployment.platform(null)?.answer(id as never, answer);
    for (const time of ['10:05', '10:10'])
      await deployment.run(time, [named(deployment, eu), named(deployment, null, 'https://two.test')]);
    const heads = await deployment.ledger.heads();
    expect(heads.map(({ target }) => target).toSorted()).toEqual([
      'account/second',
      'account@eu/main',
      'group/together',
      'project/shop',
      'project@eu/lab',
    ]);
    expect((await countedIn(deployment)).reported).toBe('200');
  });

  it('continues under the first of two that show it, where the second was polled before (invariant 29)', async () => {
    const deployment = aDeployment(policy);
    const connections = [eu, us].map((name) => named(deployment, name));
    for (const time of ['10:00', '10:05']) await deployment.run(time, connections.slice(1));
    for (const time of ['10:10', '10:15']) await deployment.run(time, connections);
    expect(await deployment.headsOf(us)).toEqual([]);
    expect(await countedIn(deployment)).toMatchObject({ members: 1, reported: '100' });
  });

  it('counts once where the run fails in between, and continues in the next (invariant 6)', async () => {
    for (const failingAt of [1, 2, 3, 4]) {
      const deployment = aDeployment(policy);
      const { commit } = deployment.ledger;
      await deployment.run('10:00', [named(deployment, null)]);
      let commits = 0;
      deployment.ledger.commit = async (head) => {
        commits += 1;
        if (commits === failingAt) throw new Error('the ledger is away');
        return commit(head);
      };
      await deployment.run('10:05', [named(deployment, eu)]).catch(() => undefined);
      const between = await deployment.ledger.heads();
      expect(between.filter(({ target }) => toTarget(target).kind === 'project')).toHaveLength(1);
      await deployment.run('10:10', [named(deployment, eu)]);
      expect((await deployment.headsOf(eu)).map(({ target }) => target)).toEqual([
        'account@eu/main',
        'project@eu/lab',
      ]);
      expect(await countedIn(deployment)).toMatchObject({ members: 1, reported: '100' });
    }
  });
});

describe('A connection that may be another one under a new name', () => {
  /** The unnamed connection is gone, and a new one shows its project with another VM. */
  async function doubted() {
    const deployment = aDeployment(policy);
    await deployment.run('10:00', [named(deployment, null)]);
    const vm = boxOnTheWire({ id: 'other', createTime: '2026-11-20T12:00:00Z' });
    const connection = deployment.connect({ name: eu, address, answers: { listVms: () => [vm] } });
    return { ...deployment, connection };
  }

  it('leaves both counted, and no budget over both stops anything, which is reported with a command (invariant 27)', async () => {
    const deployment = await doubted();
    for (const time of everyFiveMinutes.slice(1)) await deployment.run(time, [deployment.connection]);
    expect((await countedIn(deployment)).reported).toBe('200');
    expect(deployment.changes(eu)).toEqual([]);
    const texts = deployment.sent.flatMap(({ notifications }) => notifications.map(({ because }) => because));
    expect(texts.some((text) => text.includes('run `spendwatch connections rename unnamed eu`'))).toBe(true);
    const heads = await deployment.ledger.heads();
    expect(heads.flatMap(({ intents }) => intents)).toEqual([]);
    await deployment.run('11:15', [deployment.connection]);
    await renameConnection({ ...deployment, log: () => {} }, null, eu);
    await deployment.run('11:20', [deployment.connection]);
    expect(await countedIn(deployment)).toMatchObject({ members: 1, reported: '100' });
    expect(groupIn(await deployment.ledger.heads()).mayCountTwice).toBeUndefined();
  });
});
