import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routeMessage } from '../../../lib/decide/own-health/route-health.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { hours } from '../../../lib/model/time/time.ts';
import type { AnswerLinkSource } from '../../../lib/notify/messages/answer-links.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { buildEvents, cloudEvent, type Event } from '../../../lib/routes/events/events-of.ts';
import type { NextStep } from '../../../lib/state/notification.ts';
import {
  aMessage,
  anAction,
  anIdleNotification,
  aWouldBeAction,
  morning,
} from '../../notify/messages/a-message.ts';
import { anyMessage } from '../../notify/messages/any-message.ts';
import { everyNotification } from '../../notify/messages/every-notification.ts';
import { runs } from '../../support/tier.ts';

const zone = 'Europe/London';
const published = new URL('../../../docs/events-schema.json', import.meta.url);
const schema: object = JSON.parse(readFileSync(published, 'utf8'));
// Times are checked below; the library knows no formats by itself.
const ajv = new Ajv({ strict: true, strictTypes: false, formats: { 'date-time': true } });
const fits = ajv.compile(schema);
/** What CloudEvents 1.0 requires of the attributes that we set. */
const Attributes = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1),
  source: z.string().min(1),
  type: z.string().regex(/^spendwatch\.[A-Z]\w+$/),
  subject: z.string().min(1),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
});

/** Checks an event as its receiver would, who only has the schema. */
function received(event: Event): unknown {
  const json: unknown = JSON.parse(JSON.stringify(cloudEvent(event)));
  expect(fits(json), JSON.stringify(fits.errors)).toBe(true);
  Attributes.parse(json);
  return json;
}

const typesOf = (notices: Parameters<typeof aMessage>[0]) =>
  buildEvents(aMessage(notices), { zone }).map(({ type }) => type);

describe('the events of a message', () => {
  it('name the connection of their subject, where it has a name', () => {
    const dataOf = (subject: string) =>
      buildEvents(aMessage({ ...anIdleNotification({}), subject: Subject.parse(subject) }), { zone }).map(
        received,
      );
    const about = { project: 'lab', target: 'project@eu/lab', connection: 'eu' };
    expect(dataOf('project@eu/lab/vm/box')).toMatchObject([{ data: about }, { data: about }]);
    expect(JSON.stringify(dataOf('project/lab/vm/box'))).not.toContain('"connection"');
  });

  it.each(Object.entries(everyNotification).filter(([, { kind }]) => kind !== 'digest'))(
    'about %s fit the schema and hold the subject, the rule and the reason',
    (_, notice) => {
      const events = buildEvents(aMessage(notice), { zone });
      expect(events).not.toEqual([]);
      const { subject, rule, because, severity } = notice;
      for (const event of events)
        expect(received(event)).toMatchObject({
          id: `${notice.id}#${event.type}`,
          subject,
          time: '2026-11-21T05:16:00Z',
          data: { id: event.id, subject, rule, because, severity },
        });
    },
  );

  it('fit the schema and are the same in every repeat, whatever the message', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const events = buildEvents(message, { zone });
        expect(buildEvents({ ...message, delivered: ['slack'] }, { zone })).toEqual(events);
        for (const event of events) received(event);
      }),
      runs(100),
    );
  });

  const reminded = { announced: { after: hours(1), deliveredAt: null }, reason: 'lasting' } as const;
  const idle = (next: NextStep, more: object = {}) => anIdleNotification({ next, ...more });
  it.each([
    ['is new', idle({ kind: 'nothing', because: 'alert only' }), ['AlertFired']],
    ['announces an action', idle(anAction()), ['AlertFired', 'ActionAnnounced']],
    ['only announces a next action', idle(anAction(), { reason: 'announced' }), ['ActionAnnounced']],
    ['repeats an announcement', idle(anAction(), reminded), ['AlertFired']],
    ['would announce, in observe mode', idle(aWouldBeAction()), ['AlertFired']],
  ])('about an alert that %s are %j', (_, notice, types) => {
    expect(typesOf(notice)).toEqual(types);
  });

  it('have the type of what happened', () => {
    const type = (name: string) => typesOf(everyNotification[name] ?? []);
    expect(type('over')).toEqual(['AlertResolved']);
    expect(type('stop-confirmed')).toEqual(['ActionDone']);
    expect(type('stop-tried-again')).toEqual(['ActionFailed']);
    expect(type('digest')).toEqual([]);
  });

  it('report the health of spendwatch itself as alerts that fire and resolve (invariant 18)', () => {
    const own = Object.values(everyNotification).filter(({ kind }) => kind === 'blind' || kind === 'route');
    const states = own.map((notice) => [
      'state' in notice ? notice.state : '',
      ...buildEvents(aMessage(notice), { zone }).map(({ type }) => type),
    ]);
    const expected = {
      blind: 'AlertFired',
      failing: 'AlertFired',
      resolved: 'AlertResolved',
      works: 'AlertResolved',
    };
    expect(Object.fromEntries(states)).toEqual(expected);
    const test = routeMessage({ state: 'test', route: 'slack', since: morning, because: 'asked' }, morning);
    expect(buildEvents(test, { zone }).map(received)).toMatchObject([{ type: 'spendwatch.Test' }]);
  });

  it('hold no answer link, since whoever reads the bus could open it', () => {
    const url = 'https://answers.example.com/#token';
    const answers: AnswerLinkSource = ({ id: notification }) => [
      { answer: 'keep', label: 'Keep for a week', url, token: 'token', notification, expires: morning },
    ];
    const reader = { zone, dashboard: 'https://spendwatch.example.com', answers };
    const message = aMessage(anIdleNotification());
    expect(renderMessage(message, reader).body).toContain(url);
    const json = JSON.stringify(buildEvents(message, reader));
    expect(json).not.toContain('answers.example.com');
    expect(json).toContain('spendwatch.example.com');
  });

  it('have ids of their own, also those of one notification', () => {
    const ids = buildEvents(aMessage(anIdleNotification()), { zone }).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });
});
