import { describe, expect, it } from 'vitest';
import { MessageId, Subject } from '../../../lib/model/ids.ts';
import type { Severity } from '../../../lib/model/severity.ts';
import type { Message, Notification } from '../../../lib/state/notification.ts';
import { aRoute } from '../../support/a-route.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { anActor, announced } from './an-actor.ts';

const sns = aRoute({ to: 'sns' });
const night = { days: [1, 2, 3, 4, 5, 6, 7], from: 22 * 60, until: 11 * 60 };

describe('routes', () => {
  it('that do not accept a message do not get it and delay nothing', async () => {
    const policy = aPolicy({ routes: [sns, aRoute({ from: 'critical' })] });
    const actor = await anActor([announced()], { policy });
    await actor.run('10:02', ['sns', 'slack']);
    expect(actor.sent.map(({ route }) => route)).toEqual(['sns']);
    expect(await actor.head()).toMatchObject({
      outbox: [],
      alerts: [{ announcement: { deliveredAt: on('10:02') } }],
    });
  });

  it.each([
    ['is sent before a newer critical alert on the same subject', 'project/lab', ['end', 'again']],
    ['waits while that alert is on another subject', 'project/other', ['again']],
  ])(
    'in their quiet hours: a resolution %s, so that it never reads as all clear',
    async (_, subject, said) => {
      const [first] = announced().outbox;
      const [notice] = first?.notifications ?? [];
      if (first === undefined || notice?.kind !== 'alert') return expect.fail('nothing is announced');
      const message = (id: string, severity: Severity, one: Notification): Message => ({
        ...{ id: MessageId.parse(id), at: first.at, severity, delivered: [] },
        notifications: [{ ...one, id: MessageId.parse(id), severity, rule: notice.rule }],
      });
      const { incident, because, since } = notice;
      const about = {
        id: first.id,
        severity: 'info',
        subject: Subject.parse('project/lab'),
        rule: notice.rule,
      } as const;
      const end = message('end', 'info', {
        ...{
          kind: 'resolved',
          ...about,
          because,
          since,
          of: 'runway',
          step: null,
          worstNotified: 'critical',
        },
        ...(incident !== undefined && { incident }),
      });
      const again = message('again', 'critical', { ...notice, subject: Subject.parse(subject) });
      const policy = aPolicy({ routes: [aRoute({ quiet: [night] })] });
      const actor = await anActor([{ ...announced(), outbox: [end, again] }], { policy });
      await actor.run('10:02', ['slack']);
      expect(actor.sent.map(({ id }) => id)).toEqual(said);
      await actor.run('11:00', ['slack']);
      expect(actor.sent).toHaveLength(2);
    },
  );

  it('none of which accepts an announcement leave it waiting, and the log records that (invariant 2)', async () => {
    const actor = await anActor([announced()], {
      policy: aPolicy({ routes: [aRoute({ rules: ['other'] })] }),
    });
    await actor.run('10:02', ['slack']);
    expect(actor.sent).toEqual([]);
    expect(actor.lines[0]).toMatch(/^wanted-by-no-route /);
    expect(await actor.head()).toMatchObject({
      seq: 1,
      outbox: [{ delivered: [] }],
      alerts: [{ announcement: { deliveredAt: null } }],
    });
  });

  it('that the policy names and nobody set up keep the announcement waiting (invariant 2)', async () => {
    const actor = await anActor([announced()], { policy: aPolicy({ routes: [sns, aRoute()] }) });
    expect(await actor.run('10:02', ['sns'])).toMatchObject({ delivered: 1, undelivered: 1 });
    expect(await actor.head()).toMatchObject({ alerts: [{ announcement: { deliveredAt: null } }] });
  });

  it('that write an announcement to a log get it once, and the action waits for a receiver (invariant 16)', async () => {
    const actor = await anActor([announced()], { policy: aPolicy({ routes: null }) });
    actor.broken.set('log', { kind: 'unconfirmed' });
    for (const clock of ['10:02', '10:07', '10:59']) await actor.run(clock, ['log']);
    expect(actor.order).toEqual(['send log', 'commit']);
    expect(await actor.head()).toMatchObject({
      outbox: [{ delivered: ['log'] }],
      alerts: [{ announcement: { deliveredAt: null } }],
    });
    await actor.run('11:05', ['log', 'mail']);
    expect(actor.order).toEqual(['send log', 'commit', 'send mail', 'commit']);
    expect(await actor.head()).toMatchObject({
      outbox: [],
      alerts: [{ announcement: { deliveredAt: on('11:05') } }],
    });
  });

  it('that could not confirm a receiver of an announcement get it again once they can (invariant 16)', async () => {
    const actor = await anActor([announced()], { policy: aPolicy({ routes: null }), asksReceivers: true });
    actor.broken.set('sns', { kind: 'unconfirmed' });
    for (const clock of ['10:02', '10:07']) await actor.run(clock, ['sns']);
    actor.broken.clear();
    for (const clock of ['10:12', '10:17']) await actor.run(clock, ['sns']);
    expect(actor.order).toEqual(['send sns', 'commit', 'send sns', 'commit']);
    expect(await actor.head()).toMatchObject({
      outbox: [],
      alerts: [{ announcement: { deliveredAt: on('10:12') } }],
    });
  });

  it('that accept nothing are tried once in a run, not for every message', async () => {
    const head = announced();
    const [message] = head.outbox;
    if (message === undefined) throw new Error('nothing was announced');
    const more = { ...message, id: `${message.id}-2` as typeof message.id };
    const actor = await anActor([{ ...head, outbox: [message, more] }]);
    actor.broken.set('mail', { kind: 'unavailable', because: 'HTTP 429' });
    expect(await actor.run('10:02', ['mail', 'chat'])).toMatchObject({ delivered: 2, undelivered: 2 });
    expect(actor.order.filter((step) => step === 'send mail')).toHaveLength(1);
  });
});

describe('a route that accepts nothing', () => {
  const routes = ['mail', 'chat'];
  const broken = { kind: 'failed', because: 'HTTP 500' } as const;
  /** The chat is broken from 10:02 on. */
  async function withTrouble(policy = aPolicy()) {
    const actor = await anActor([announced()], { policy });
    actor.broken.set('chat', broken);
    await actor.run('10:02', routes);
    return actor;
  }
  const told = (actor: Awaited<ReturnType<typeof withTrouble>>) =>
    actor.sent.filter(({ id }) => id.startsWith('route/')).map(({ route, id, at }) => [route, id, at]);
  const failing = 'route/chat#2026-11-21T10:02:00Z#failing';

  it('for half an hour is reported over the other route, once, and so is its recovery', async () => {
    const actor = await withTrouble();
    for (const clock of ['10:07', '10:31']) await actor.run(clock, routes);
    expect(told(actor)).toEqual([]);
    for (const clock of ['10:32', '10:37', '11:37']) await actor.run(clock, routes);
    expect(told(actor)).toEqual([['mail', failing, on('10:32')]]);
    expect(actor.lines.filter((line) => line.startsWith('route-failing chat'))).toHaveLength(3);
    actor.broken.clear();
    for (const clock of ['11:42', '11:47']) await actor.run(clock, routes);
    const works = 'route/chat#2026-11-21T10:02:00Z#works';
    expect(told(actor)).toEqual([
      ['mail', failing, on('10:32')],
      ['mail', works, on('11:42')],
    ]);
    expect((await actor.ledger.control()).routes).toEqual([]);
  });

  it('for a moment is not reported, and does not count the next time', async () => {
    const actor = await withTrouble();
    actor.broken.clear();
    await actor.run('10:07', routes);
    const head = await actor.head();
    const again = announced();
    await actor.ledger.commit({ ...head, seq: head.seq + 1, outbox: again.outbox, alerts: again.alerts });
    actor.broken.set('chat', broken);
    for (const clock of ['12:00', '12:05']) await actor.run(clock, routes);
    expect(told(actor)).toEqual([]);
    expect((await actor.ledger.control()).routes).toMatchObject([
      { since: on('12:00'), phase: 'not-notified' },
    ]);
  });

  it('is reported as soon as another route delivers the report, under the same id', async () => {
    const actor = await withTrouble();
    await actor.run('10:20', routes);
    actor.broken.set('mail', broken);
    await actor.run('10:40', routes);
    expect(told(actor)).toEqual([]);
    expect(actor.lines.some((line) => line.startsWith(`not-delivered mail ${failing}`))).toBe(true);
    actor.broken.delete('mail');
    await actor.run('10:45', routes);
    expect(told(actor)).toEqual([['mail', failing, on('10:45')]]);
  });

  it('is not reported over a route in its quiet hours', async () => {
    const mail = aRoute({ to: 'sns', quiet: [night] });
    const policy = aPolicy({ routes: [mail, aRoute()] });
    const actor = await anActor([announced()], { policy });
    actor.broken.set('slack', broken);
    for (const clock of ['10:02', '10:20', '10:40', '10:59']) await actor.run(clock, ['sns', 'slack']);
    expect(told(actor)).toEqual([]);
    await actor.run('11:00', ['sns', 'slack']);
    expect(told(actor)).toMatchObject([['sns', 'route/slack#2026-11-21T10:02:00Z#failing', on('11:00')]]);
  });

  it('costs a run without failures one read of the control record, and no write', async () => {
    let buffered = 0;
    const actor = await anActor([announced()], {
      worsen: (inner) => ({
        ...inner,
        control: () => {
          buffered += 1;
          return inner.control();
        },
      }),
    });
    await actor.run('10:02', routes);
    expect([buffered, (await actor.ledger.control()).seq]).toEqual([1, 0]);
  });
});
