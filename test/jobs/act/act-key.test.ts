import { describe, expect, it } from 'vitest';
import { aRoute } from '../../support/a-route.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { anActor, announced, waitingStops } from './an-actor.ts';

const heard = { hearsBlindness: true };
const lost = 'cannot read the file acting.key, which should hold the API key';

describe('without the key for actions', () => {
  it('everything is delivered, nothing is claimed or requested, and every route is notified once (invariants 8, 18)', async () => {
    const routes = [aRoute({ to: 'sns' }), aRoute({ from: 'critical', rules: ['another'] })];
    const actor = await anActor([announced()], { ...heard, policy: aPolicy({ routes }) });
    actor.keyFault = lost;
    const first = await actor.run('10:02', ['sns', 'slack']);
    expect(first).toMatchObject({ delivered: 1, carried: [], keyFault: lost });
    for (const clock of ['10:07', '10:12']) await actor.run(clock, ['sns', 'slack']);
    expect(actor.order.filter((step) => step !== 'commit')).toEqual(['send sns', 'send sns', 'send slack']);
    expect(actor.told.slice(-2)).toMatchObject([
      { matter: 'acting-key', state: 'blind', because: lost, severity: 'critical' },
      { matter: 'acting-key', state: 'blind' },
    ]);
    expect(new Set(actor.sent.slice(-2).map(({ id }) => id)).size).toBe(1);
  });

  it('an action that is due waits unclaimed, and is carried out once the key is back, which is reported (invariant 6)', async () => {
    const actor = await anActor([waitingStops('vm-1')], heard);
    actor.keyFault = lost;
    await actor.run('11:01');
    expect(actor.stops()).toEqual([]);
    expect((await actor.head()).intents).toMatchObject([{ state: { kind: 'waiting' } }]);
    actor.keyFault = null;
    expect(await actor.run('11:02')).toMatchObject({ keyFault: null, carried: [{}] });
    expect(actor.stops()).toHaveLength(1);
    const states = () => actor.told.flatMap((notice) => (notice.kind === 'blind' ? [notice.state] : []));
    expect(states()).toEqual(['blind', 'resolved']);
    await actor.run('11:07');
    expect((await actor.ledger.control()).blind).toEqual([]);
    expect(states()).toHaveLength(2);
  });

  it('a failing route is notified when it accepts messages again', async () => {
    const actor = await anActor([waitingStops('vm-1')], heard);
    actor.keyFault = lost;
    actor.broken.set('chat', 'throws');
    await actor.run('11:01', ['mail', 'chat']);
    actor.broken.clear();
    await actor.run('11:06', ['mail', 'chat']);
    const routesTold = () =>
      actor.sent.filter(({ id }) => id.startsWith('blind/acting-key')).map(({ route }) => route);
    expect(routesTold()).toEqual(['mail', 'chat']);
  });

  it('a policy that enforces nothing causes no report, since it needs no key', async () => {
    const actor = await anActor([], { ...heard, policy: aPolicy({ rules: [] }) });
    actor.keyFault = lost;
    expect(await actor.run('10:02')).toMatchObject({ keyFault: null });
    expect(actor.told).toEqual([]);
  });
});
