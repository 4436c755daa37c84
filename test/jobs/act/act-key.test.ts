import { describe, expect, it } from 'vitest';
import {
  keyMessage,
  keyTroubleAfter,
  keyTroubleNotified,
} from '../../../lib/decide/own-health/acting-key.ts';
import { hours, later } from '../../../lib/model/time/time.ts';
import { aRoute } from '../../support/a-route.ts';
import { aPolicy } from '../../support/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { anActor, announced, waitingStops } from './an-actor.ts';

const lost = 'cannot read the file acting.key, which should hold the API key';

describe('without the key that acts', () => {
  it('everything is delivered, nothing is claimed or asked, and every route is told once (invariants 8, 18)', async () => {
    const routes = [aRoute({ to: 'sns' }), aRoute({ from: 'critical', rules: ['another'] })];
    const actor = await anActor([announced()], { policy: aPolicy({ routes }) });
    actor.keyFault = lost;
    const first = await actor.run('10:02', ['sns', 'slack']);
    expect(first).toMatchObject({ delivered: 1, carried: [], keyFault: lost });
    for (const clock of ['10:07', '10:12']) await actor.run(clock, ['sns', 'slack']);
    expect(actor.order.filter((step) => step !== 'commit')).toEqual(['send sns', 'send sns', 'send slack']);
    expect(actor.told.slice(-2)).toMatchObject([
      { kind: 'acting-key', state: 'lost', because: lost, severity: 'critical' },
      { kind: 'acting-key', state: 'lost' },
    ]);
    expect(new Set(actor.sent.slice(-2).map(({ id }) => id)).size).toBe(1);
  });

  it('an act that is due waits unclaimed, and is done once the key is back, which is told (invariant 6)', async () => {
    const actor = await anActor([waitingStops('vm-1')]);
    actor.keyFault = lost;
    await actor.run('11:01');
    expect(actor.stops()).toEqual([]);
    expect((await actor.head()).intents).toMatchObject([{ state: { kind: 'waiting' } }]);
    actor.keyFault = null;
    expect(await actor.run('11:02')).toMatchObject({ keyFault: null, carried: [{}] });
    expect(actor.stops()).toHaveLength(1);
    const states = actor.told.flatMap((notice) => (notice.kind === 'acting-key' ? [notice.state] : []));
    expect(states).toEqual(['lost', 'works']);
    await actor.run('11:07');
    expect((await actor.ledger.control()).key).toBeNull();
    expect(actor.told.filter(({ kind }) => kind === 'acting-key')).toHaveLength(2);
  });

  it('a route that fails is told when it takes messages again', async () => {
    const actor = await anActor([waitingStops('vm-1')]);
    actor.keyFault = lost;
    actor.broken.set('chat', 'throws');
    await actor.run('11:01', ['mail', 'chat']);
    actor.broken.clear();
    await actor.run('11:06', ['mail', 'chat']);
    const routesTold = () => actor.sent.filter(({ id }) => id.startsWith('key/')).map(({ route }) => route);
    expect(routesTold()).toEqual(['mail', 'chat']);
  });

  it('a policy that enforces nothing is not troubled, as nothing is to be done with the key', async () => {
    const actor = await anActor([], { policy: aPolicy({ rules: [] }) });
    actor.keyFault = lost;
    expect(await actor.run('10:02')).toMatchObject({ keyFault: null });
    expect(actor.told).toEqual([]);
  });

  it('that is told again each day, as a message of its own, and its end to all that are there', () => {
    const begun = keyTroubleAfter(null, lost, on('10:00')) ?? expect.fail();
    const told = keyTroubleNotified(begun, ['mail'], ['mail']) ?? expect.fail();
    expect(keyTroubleAfter(told, lost, on('11:00'))).toBe(told);
    const nextDay = keyTroubleAfter(told, lost, later(on('10:00'), hours(24))) ?? expect.fail();
    expect(nextDay).toMatchObject({ since: on('10:00'), notified: [] });
    expect(keyMessage(nextDay).id).not.toBe(keyMessage(told).id);
    const over = keyTroubleAfter(told, null, on('12:00')) ?? expect.fail();
    expect(keyTroubleNotified(over, ['mail'], ['mail', 'chat'])).toMatchObject({
      isResolved: true,
      notified: ['mail'],
    });
    expect(keyTroubleNotified(over, ['mail', 'chat'], ['mail', 'chat'])).toBeNull();
    // It is lost again before all were told that it was back.
    expect(keyTroubleAfter(over, lost, on('12:05'))).toMatchObject({ since: on('12:05'), isResolved: false });
    expect(keyTroubleAfter(begun, null, on('10:05'))).toBeNull();
  });
});
