import { describe, expect, it } from 'vitest';
import { MessageId, ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { later, seconds } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Message } from '../../../lib/state/notification.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { on } from '../../support/timeline.ts';
import { anActor, announced, waitingStops } from './an-actor.ts';

/** A head of another project with so many messages, all of them like one that announces a stop. */
function backlog(name: string, count: number, changes: Partial<Message> = {}): Head {
  const head = announced();
  const [message] = head.outbox;
  if (message === undefined) return expect.fail('nothing is announced');
  const outbox = Array.from({ length: count }, (_, nth) => ({
    ...message,
    id: MessageId.parse(`${name}#${nth}`),
    ...changes,
  }));
  return { ...head, target: projectTarget(null, ProjectId.parse(name)), alerts: [], intents: [], outbox };
}

/** Runs of act with a route that takes ten seconds for each message. */
async function withSlowRoute(heads: readonly Head[]) {
  const actor = await anActor(heads, { answers: { getVm: ({ id }) => ({ VM: boxOnTheWire({ id }) }) } });
  actor.onSend = async () => actor.clock.set(later(actor.clock.now(), seconds(10)));
  return actor;
}

describe('a slow backlog of messages', () => {
  it('leaves time for the actions that are due, and the rest is counted as undelivered', async () => {
    const actor = await withSlowRoute([waitingStops('box'), backlog('site', 200)]);
    const first = await actor.run('11:00');
    expect(actor.stops()).toEqual(['stopVm lab/box']);
    expect(first.delivered).toBeGreaterThan(5);
    expect(first.undelivered).toBe(200 - first.delivered);
    expect(actor.lines).toContain(`deliveries-left ${first.undelivered}`);
    const sent = new Set(actor.sent.map(({ id }) => id));
    expect(sent.size).toBe(first.delivered);
  });

  it('of other projects does not delay a critical message, nor an older one', async () => {
    const heads = [
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((name) => backlog(name, 50)),
      backlog('old', 1, { at: on('09:00') }),
      backlog('last', 1, { severity: 'critical' }),
    ];
    const actor = await withSlowRoute(heads);
    await actor.run('11:00');
    expect(actor.sent.slice(0, 8).map(({ id }) => id)).toEqual(expect.arrayContaining(['last#0', 'old#0']));
  });

  it('over one route delays no other route, and each gets the messages of a project in order', async () => {
    const actor = await anActor([backlog('site', 5)]);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    actor.onSend = (route) => (route === 'slack' ? held : Promise.resolve());
    const run = actor.run('11:00', ['slack', 'mail']);
    await new Promise((resolve) => setImmediate(resolve));
    const inOrder = [0, 1, 2, 3, 4].map((nth) => `site#${nth}`);
    expect(actor.sent.map(({ id }) => id)).toEqual(inOrder);
    release();
    await run;
    const ofSlack = actor.sent.filter(({ route }) => route === 'slack');
    expect(ofSlack.map(({ id }) => id)).toEqual(inOrder);
  });

  it('is sent for at most eight projects at once', async () => {
    const actor = await anActor(Array.from({ length: 20 }, (_, nth) => backlog(`p-${nth}`, 2)));
    let now = 0;
    let most = 0;
    actor.onSend = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    };
    expect(await actor.run('11:00')).toMatchObject({ delivered: 40, undelivered: 0 });
    expect(most).toBe(8);
  });
});
