import { describe, expect, it } from 'vitest';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import { blindnessOf } from '../../../lib/jobs/blind-run.ts';
import { RuleName } from '../../../lib/model/ids.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { aRoute } from '../../support/a-route.ts';
import { aFreshnessRule } from '../../support/builders/account-rule-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { on } from '../../support/timeline.ts';
import { waitingStops } from '../act/an-actor.ts';
import { aDeployment, eu, everyFiveMinutes, faults, labOf, us } from './a-deployment.ts';

/** Two VMs, which together are one more than a cap of one allows. */
const two = {
  listVms: () => [boxOnTheWire(), boxOnTheWire({ id: 'box-2' })],
  getVm: (input: object) => ({ VM: boxOnTheWire({ id: Object.values(input).at(1) }) }),
};

describe('of two connections', () => {
  it.each(faults.flatMap((fault) => [[fault, eu, us] as const, [fault, us, eu] as const]))(
    'one that is %s changes nothing for the other, whose heads are as without it (invariant 24)',
    async (fault, broken, sound) => {
      const [alone, both] = [aDeployment(), aDeployment()];
      for (const [index, time] of everyFiveMinutes.entries()) {
        // Also where both had been seen before: then what is left of the broken one is judged, too.
        both.spoil(broken, index > 3 ? fault : null);
        await alone.run(time, [alone.connect({ name: sound })]);
        await both.run(
          time,
          [eu, us].map((name) => both.connect({ name })),
        );
      }
      expect(await both.headsOf(sound)).toEqual(await alone.headsOf(sound));
      expect(both.changes(sound)).toEqual(['stopVm lab/box']);
      expect(both.changes(broken)).toEqual([]);
    },
  );

  it.each(faults)('one that is %s from the first poll on changes nothing for the other', async (fault) => {
    const [alone, both] = [aDeployment(), aDeployment()];
    both.spoil(eu, fault);
    for (const time of everyFiveMinutes) {
      await alone.run(time, [alone.connect({ name: us })]);
      await both.run(
        time,
        [eu, us].map((name) => both.connect({ name })),
      );
    }
    expect(await both.headsOf(us)).toEqual(await alone.headsOf(us));
    expect(both.changes(us)).toEqual(['stopVm lab/box']);
  });

  it('projects and VMs of one name are told apart, and each is stopped by its own (invariant 6)', async () => {
    const deployment = aDeployment();
    const connections = [null, eu].map((name) => deployment.connect({ name }));
    for (const time of everyFiveMinutes) await deployment.run(time, connections);
    for (const name of [null, eu]) {
      expect(deployment.changes(name)).toEqual(['stopVm lab/box']);
      expect((await deployment.headsOf(name)).map(({ target }) => target)).toContain(labOf(name));
    }
    const stops = deployment.sent.flatMap(({ notifications }) => notifications.map(({ subject }) => subject));
    expect(new Set(stops)).toEqual(new Set(['project/lab/vm/box', 'project@eu/lab/vm/box']));
  });

  it('each has caps of its own (invariant 4)', async () => {
    const deployment = aDeployment(aPolicy({ caps: { perRun: 1, perDay: 1, share: 100 } }));
    const connections = [
      deployment.connect({ name: eu, answers: two }),
      deployment.connect({ name: us }),
      deployment.connect({ name: null }),
    ];
    for (const time of everyFiveMinutes) await deployment.run(time, connections);
    expect(deployment.changes(eu)).toEqual([]);
    expect(deployment.changes(us)).toEqual(['stopVm lab/box']);
    expect(deployment.changes(null)).toEqual(['stopVm lab/box']);
    const held = deployment.sent.flatMap(({ notifications }) =>
      notifications.flatMap((one) => (one.kind === 'caps-held' ? [one] : [])),
    );
    expect(held).toMatchObject([{ wanted: 2, allowed: 1 }]);
    expect(held[0]?.subject).toMatch(/^project@eu/);
    expect(deployment.lines).toContain('caps-held eu 2 1');
    const { actions } = await deployment.ledger.control();
    expect(actions.map(({ connection }) => connection ?? null).toSorted()).toEqual([null, us].toSorted());
  });

  it('one that asks to wait does not hold the actions of the other (invariants 21 and 24)', async () => {
    const deployment = aDeployment();
    const refusing = () => {
      throw new CloudError('rate-limited', {
        operation: 'stopVm',
        message: 'later',
        retryAfter: minutes(30),
      });
    };
    const connections = [
      deployment.connect({ name: eu, answers: { ...two, stopVm: refusing } }),
      deployment.connect({ name: us }),
    ];
    for (const time of everyFiveMinutes) await deployment.run(time, connections);
    expect(deployment.changes(eu)).toEqual(['stopVm lab/box']);
    expect(deployment.changes(us)).toEqual(['stopVm lab/box']);
  });

  it('a key for actions that one lacks is told of it by name, and the other acts', async () => {
    const deployment = aDeployment();
    const connections = [
      deployment.connect({ name: eu, keyFault: 'no such file' }),
      deployment.connect({ name: us }),
    ];
    for (const time of everyFiveMinutes) await deployment.run(time, connections);
    expect(deployment.changes(eu)).toEqual([]);
    expect(deployment.changes(us)).toEqual(['stopVm lab/box']);
    const { acted } = await deployment.run('11:15', connections);
    expect(acted.keyFault).toBe('connection eu: no such file');
    expect(deployment.told()).toMatchObject([{ matter: 'acting-key', connection: 'eu', state: 'blind' }]);
  });

  it('one whose cloud was ahead is not told anew when the time comes that it had then (invariant 8)', async () => {
    const deployment = aDeployment();
    const connections = [null, eu].map((name) => deployment.connect({ name }));
    for (const time of everyFiveMinutes) {
      deployment.spoil(eu, time < '10:20' ? 'clock ahead' : null);
      await deployment.run(time, connections);
    }
    const told = deployment.told().filter(({ matter }) => matter === 'clock');
    expect(told.map(({ state }) => state)).toEqual(['blind', 'resolved']);
  });

  it('one whose clock disagrees is told by name, and its end too; the record keeps them apart (invariant 18)', async () => {
    const deployment = aDeployment();
    const connections = [eu, us].map((name) => deployment.connect({ name }));
    await deployment.run('10:00', connections);
    deployment.spoil(eu, 'clock');
    for (const time of ['10:05', '10:10', '10:15', '10:20']) {
      const { watched } = await deployment.run(time, connections);
      expect(watched.failures).toMatchObject([{ connection: 'eu', error: { kind: 'wrong-clock' } }]);
    }
    deployment.spoil(eu, null);
    for (const time of ['10:25', '10:30']) await deployment.run(time, connections);
    const told = deployment.told().filter(({ matter }) => matter === 'clock');
    expect(told).toMatchObject([
      { connection: 'eu', state: 'blind' },
      { connection: 'eu', state: 'resolved' },
    ]);
    expect(told[0]?.id).toMatch(/^blind\/clock@eu#/);
    expect((await deployment.ledger.control()).clockNotifiedAt).toBeNull();
    expect((await deployment.headsOf(us)).every(({ polledAt }) => polledAt === on('10:30'))).toBe(true);
  });

  it('one whose cloud falls behind for a single poll is told at once where that holds an action (invariant 18)', async () => {
    const deployment = aDeployment();
    const connections = [null, us].map((name) => deployment.connect({ name }));
    await deployment.ledger.commit({ ...waitingStops('box'), seq: 1 });
    deployment.spoil(null, 'clock');
    await deployment.run('11:00', connections);
    expect(deployment.told()).toMatchObject([{ matter: 'clock', state: 'blind' }]);
    expect(deployment.changes(null)).toEqual([]);
  });

  it('one on which nothing is seen is told by name, in words that say that others are not affected', async () => {
    const deployment = aDeployment();
    const connections = [eu, us].map((name) => deployment.connect({ name }));
    await deployment.run('10:00', connections);
    deployment.spoil(eu, 'revoked');
    for (const time of everyFiveMinutes.slice(1, 8)) await deployment.run(time, connections);
    expect(deployment.told()).toMatchObject([{ matter: 'sight', connection: 'eu', state: 'blind' }]);
    expect(deployment.told()[0]?.because).toContain('the key was revoked');
    const { blind } = await deployment.ledger.control();
    expect(blind.map(({ matter, connection }) => [matter, connection])).toEqual([['sight', 'eu']]);
  });

  it.each([
    [eu, 'sight of eu', ['sns']],
    [us, 'spendwatch', ['sns', 'email']],
  ] as const)(
    'the blindness of %s is told as that of the freshness rule %j, over %j, where the one such rule names eu',
    async (blind, rule, routes) => {
      const ofEu = aFreshnessRule({
        name: RuleName.parse('sight of eu'),
        match: { connection: 'eu', project: '*', account: '*' },
      });
      const policy = aPolicy({
        rules: [ofEu],
        routes: [aRoute({ to: 'sns', rules: ['sight of eu'] }), aRoute({ to: 'email', rules: ['others'] })],
      });
      const deployment = aDeployment(policy, ['sns', 'email']);
      const connections = [eu, us].map((name) => deployment.connect({ name }));
      await deployment.run('10:00', connections);
      deployment.spoil(blind, 'clock');
      for (const time of ['10:05', '10:10', '10:15', '10:20']) await deployment.run(time, connections);
      expect(deployment.told()[0]).toMatchObject({ matter: 'clock', connection: blind, rule });
      const [first] = deployment.told();
      expect(deployment.over.flatMap(([route, id]) => (id === first?.id ? [route] : []))).toEqual(routes);
    },
  );
});

describe('a connection that is taken out of the settings', () => {
  it('is not asked any more, its heads are kept, and they say why they are not polled', async () => {
    const deployment = aDeployment();
    const [first, second] = [deployment.connect({ name: eu }), deployment.connect({ name: us })];
    for (const time of everyFiveMinutes.slice(0, 11)) await deployment.run(time, [first, second]);
    const before = deployment.asked(eu).length;
    for (const time of everyFiveMinutes.slice(11)) await deployment.run(time, [second]);
    expect(deployment.asked(eu)).toHaveLength(before);
    expect(deployment.changes(us)).toEqual(['stopVm lab/box']);
    for (const head of await deployment.headsOf(eu)) {
      expect(head.observation).not.toBeNull();
      expect(head.failedBecause).toBe(
        'connection eu is no longer in the settings: put it back, or silence the alerts of its targets',
      );
    }
    expect(deployment.told()).toMatchObject([{ matter: 'targets', connection: 'eu', severity: 'warning' }]);
    const { watched, acted } = await deployment.run('11:15', [second]);
    expect([blindnessOf(watched), acted.blind]).toEqual([[], []]);
  });

  it('has no action carried out that was decided before', async () => {
    const deployment = aDeployment();
    const [first, second] = [deployment.connect({ name: eu }), deployment.connect({ name: us })];
    // At eleven, the decision is made; it is carried out in the same pass unless its connection is gone.
    for (const time of everyFiveMinutes.slice(0, 12)) await deployment.run(time, [first, second]);
    deployment.clock.set(on('11:00'));
    for (const time of everyFiveMinutes.slice(12)) await deployment.run(time, [second]);
    expect(deployment.changes(eu)).toEqual([]);
  });
});
