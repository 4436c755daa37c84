import { describe, expect, it } from 'vitest';
import { isDeliveryPaused } from '../../../lib/decide/own-health/route-health.ts';
import { MessageId } from '../../../lib/model/ids.ts';
import { later, minutes } from '../../../lib/model/time/time.ts';
import { aRoute } from '../../support/a-route.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { anActor, announced } from './an-actor.ts';

const page = { kind: 'unacknowledged', because: 'Slack: its answer is a web page' } as const;
const policy = aPolicy({ routes: [aRoute({ to: 'slack' })] });
const everyFive = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const minute = from + index * 5;
    return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
  });

describe('A message that its receiver did not acknowledge', () => {
  it('does not count as announced, is tried at growing intervals, and starts the grace once it is acknowledged (invariants 2 and 28)', async () => {
    const actor = await anActor([announced()], { policy });
    actor.broken.set('slack', page);
    const tried: string[] = [];
    for (const time of everyFive(602, 24)) {
      const before = actor.order.length;
      await actor.run(time, ['slack']);
      if (actor.order.slice(before).includes('send slack')) tried.push(time);
    }
    expect(tried).toEqual(['10:02', '10:07', '10:12', '10:22', '10:42', '11:22']);
    expect(actor.requests).toEqual([]);
    expect(await actor.head()).toMatchObject({
      outbox: [{ delivered: [], unacknowledged: { slack: { times: 6, at: on('11:22') } } }],
      alerts: [{ announcement: { deliveredAt: null } }],
    });
    actor.broken.clear();
    await actor.run('12:25', ['slack']);
    expect(await actor.head()).toMatchObject({
      outbox: [],
      alerts: [{ announcement: { deliveredAt: on('12:25') } }],
    });
  });

  it('delays no other message and no other route', async () => {
    const head = announced();
    const [first] = head.outbox;
    if (first === undefined) return expect.fail('nothing is announced');
    const other = { ...first, id: MessageId.parse('other') };
    const both = aPolicy({ routes: [aRoute({ to: 'sns' }), aRoute({ to: 'slack' })] });
    const actor = await anActor([{ ...head, outbox: [first, other] }], { policy: both });
    actor.broken.set('slack', page);
    await actor.run('10:02', ['sns', 'slack']);
    expect(actor.sent.map(({ route, id }) => `${route} ${id}`)).toEqual([`sns ${first.id}`, 'sns other']);
    expect(actor.order.filter((step) => step === 'send slack')).toHaveLength(2);
  });

  it.each([
    [1, 'warning', 0],
    [2, 'warning', 5],
    [3, 'warning', 10],
    [6, 'warning', 60],
    [900, 'warning', 60],
    [900, 'critical', 15],
  ] as const)('after %i answers pauses, as a %s one, for %i min', (times, severity, pause) => {
    const [message] = announced().outbox;
    if (message === undefined) return expect.fail('nothing is announced');
    const tried = { ...message, severity, unacknowledged: { slack: { times, at: on('10:00') } } };
    expect(isDeliveryPaused('slack', tried, later(on('10:00'), minutes(pause)))).toBe(false);
    expect(isDeliveryPaused('slack', tried, later(on('10:00'), minutes(pause - 1)))).toBe(pause > 0);
    expect(isDeliveryPaused('sns', tried, on('10:00'))).toBe(false);
  });
});
