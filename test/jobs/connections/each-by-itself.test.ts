import { describe, expect, it } from 'vitest';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import { listBlindReasons } from '../../../lib/jobs/blind-run.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { on } from '../../support/timeline.ts';
import { waitingStops } from '../act/an-actor.ts';
import { aDeployment, eu, everyFiveMinutes, faults, us } from './a-deployment.ts';

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

  it('one whose cloud asks to wait does not delay the actions of the other (invariants 21 and 24)', async () => {
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

  it('one whose cloud was ahead is not reported anew at the time that it showed then (invariant 8)', async () => {
    const deployment = aDeployment();
    const connections = [null, eu].map((name) => deployment.connect({ name }));
    for (const time of everyFiveMinutes) {
      deployment.spoil(eu, time < '10:20' ? 'clock ahead' : null);
      await deployment.run(time, connections);
    }
    const told = deployment.told().filter(({ matter }) => matter === 'clock');
    expect(told.map(({ state }) => state)).toEqual(['blind', 'resolved']);
  });

  it('one whose cloud falls behind for a single poll is reported at once where that blocks an action (invariant 18)', async () => {
    const deployment = aDeployment();
    const connections = [null, us].map((name) => deployment.connect({ name }));
    await deployment.ledger.commit({ ...waitingStops('box'), seq: 1 });
    deployment.spoil(null, 'clock');
    await deployment.run('11:00', connections);
    expect(deployment.told()).toMatchObject([{ matter: 'clock', state: 'blind' }]);
    expect(deployment.changes(null)).toEqual([]);
  });
});

describe('a connection that is removed from the settings', () => {
  it('is no longer polled, its heads are kept, and they state why they are not polled', async () => {
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
        'connection eu is no longer in the settings: restore the connection, or silence the alerts of its targets',
      );
    }
    expect(deployment.told()).toMatchObject([{ matter: 'targets', connection: 'eu', severity: 'warning' }]);
    const { watched, acted } = await deployment.run('11:15', [second]);
    expect([listBlindReasons(watched), acted.blind]).toEqual([[], []]);
  });

  it('has no earlier decision carried out', async () => {
    const deployment = aDeployment();
    const [first, second] = [deployment.connect({ name: eu }), deployment.connect({ name: us })];
    // The action is decided at eleven, and carried out in the same pass unless its connection is gone.
    for (const time of everyFiveMinutes.slice(0, 12)) await deployment.run(time, [first, second]);
    deployment.clock.set(on('11:00'));
    for (const time of everyFiveMinutes.slice(12)) await deployment.run(time, [second]);
    expect(deployment.changes(eu)).toEqual([]);
  });
});
