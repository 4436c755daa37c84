import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendDigest } from '../../../lib/jobs/digest/send-digest.ts';
import { charge, hourlyPrice } from '../../../lib/model/money/money.ts';
import { unattributed } from '../../../lib/model/money/share.ts';
import { findPeriod, type Interval, localMinute } from '../../../lib/model/time/period.ts';
import { computeSpan, hours, type Instant, later, seconds } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import type { Delivery, Notifier } from '../../../lib/notify/notifier.ts';
import { nothingWritten } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import type { Message } from '../../../lib/state/notification.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { at } from '../../support/at.ts';
import { aHead, anObservation, lab } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { setClock } from '../../support/set-clock.ts';
import { runs } from '../../support/tier.ts';

const morning = aPolicy({ rules: [aBudgetRule()], digest: { at: 8 * 60, when: 'always' } });

/** A ledger in which the project lab cost 1 USD an hour on the 19th and 2 USD an hour on the 20th of November. */
async function aWatchedLab({
  policy = morning,
  began = '2026-11-10T00:00:00',
}: {
  policy?: Policy;
  began?: string;
} = {}) {
  const ledger = memoryLedger();
  const clock = setClock(at('2026-11-21T07:55:00'));
  const meter = (unit: 'hour' | 'day' | 'month', on: Instant, rate: string) => {
    const period = findPeriod(unit, on, 'UTC');
    const total = charge(hourlyPrice(rate), computeSpan(period.from, period.until));
    return {
      period,
      charge: total,
      since: period.from,
      gap: hours(0),
      shares: unattributed({ charge: total }),
    };
  };
  const now = at('2026-11-21T07:50:00');
  await ledger.record({
    ...nothingWritten,
    target: lab,
    meters: [meter('day', at('2026-11-19T12:00:00'), '1'), meter('day', at('2026-11-20T12:00:00'), '2')],
  });
  await ledger.commit(
    aHead({
      seq: 1,
      beganAt: at(began),
      polledAt: now,
      observation: anObservation({ at: now }),
      meters: { hour: meter('hour', now, '2'), day: meter('day', now, '2'), month: meter('month', now, '2') },
    }),
  );
  const taken: Message[] = [];
  const answers = new Map<string, Delivery>();
  const notifier = (route: string): Notifier => ({
    route,
    send: async (message) => {
      const answer = answers.get(route) ?? { kind: 'delivered' };
      if (answer.kind === 'delivered') taken.push(message);
      return answer;
    },
  });
  const run = (routes: readonly string[] = ['mail']) =>
    sendDigest({ clock, ledger, log: () => {}, notifiers: routes.map(notifier) }, { policy });
  return {
    ledger,
    clock,
    taken,
    answers,
    run,
    send: (time: string, routes: readonly string[] = ['mail']) => {
      clock.set(at(time));
      return run(routes);
    },
  };
}
const digestIn = (message: Message | undefined) => {
  const [notice] = message?.notifications ?? [];
  return notice?.kind === 'digest' ? notice.digest : expect.fail('no digest');
};
const dayOf = (interval: Interval) => new Date(interval.from).toISOString().slice(0, 10);

describe('the daily report', () => {
  it('is sent once, from its time of day on, and compares yesterday with the day before', async () => {
    const lab = await aWatchedLab();
    expect(await lab.send('2026-11-21T07:59:00')).toEqual({ delivered: 0, undelivered: 0 });
    expect(await lab.send('2026-11-21T08:00:00')).toEqual({ delivered: 1, undelivered: 0 });
    expect(await lab.send('2026-11-21T08:05:00')).toEqual({ delivered: 0, undelivered: 0 });
    const digest = digestIn(lab.taken[0]);
    expect(dayOf(digest.day)).toBe('2026-11-20');
    expect([digest.spent.day.toFixed(), digest.spent.before.toFixed()]).toEqual(['48', '24']);
    expect(digest.movers).toMatchObject([{ subject: 'project/lab' }]);
    expect(digest.budgets).toMatchObject([{ rule: 'monthly budget' }]);
    expect(lab.taken[0]?.id).toBe('digest#2026-11-20T00:00:00Z');
    expect(renderMessage(lab.taken[0] ?? expect.fail(), { zone: 'UTC' }).subject).toMatch(
      /^\[info\] 2026-11-20: 48\.00 USD spent/,
    );
  });

  it('is sent again to the routes that did not accept it, and to no other, under the same id', async () => {
    const lab = await aWatchedLab();
    lab.answers.set('slack', { kind: 'failed', because: '500' });
    expect(await lab.send('2026-11-21T08:00:00', ['mail', 'slack'])).toEqual({
      delivered: 1,
      undelivered: 1,
    });
    lab.answers.clear();
    expect(await lab.send('2026-11-21T08:05:00', ['mail', 'slack'])).toEqual({
      delivered: 1,
      undelivered: 0,
    });
    expect(lab.taken.map(({ id }) => id)).toEqual(Array(2).fill('digest#2026-11-20T00:00:00Z'));
  });

  it('is sent late where no run happened at its time, and by the clocks of the policy', async () => {
    const late = await aWatchedLab();
    expect(await late.send('2026-11-21T19:00:00')).toMatchObject({ delivered: 1 });
    const tokyo = await aWatchedLab({ policy: { ...morning, timezone: 'Asia/Tokyo' } });
    // 08:00 in Tokyo is 23:00 UTC of the day before.
    expect(await tokyo.send('2026-11-21T22:59:00')).toMatchObject({ delivered: 0 });
    expect(await tokyo.send('2026-11-21T23:00:00')).toMatchObject({ delivered: 1 });
  });

  it('is sent for every day at every time in every zone, never early, though runs miss its minute', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York', 'Africa/Cairo'),
        fc.constantFrom(0, 30, 119, 121, 150, 23 * 60 + 59),
        fc.constantFrom(
          ...['2026-03-06', '2026-03-27', '2026-04-03', '2026-04-22', '2026-10-02', '2026-10-23'].map((day) =>
            at(`${day}T00:00:00`),
          ),
        ),
        fc.integer({ min: 1, max: 240 }),
        async (timezone, minute, from, off) => {
          const lab = await aWatchedLab({
            policy: { ...morning, timezone, digest: { at: minute, when: 'always' } },
            began: '2026-01-01T00:00:00',
          });
          const sentAt: Instant[] = [];
          for (let run = 0; run < 5 * 24 * 4; run += 1) {
            const now = later(from, seconds(off + run * 900));
            lab.clock.set(now);
            await lab.run();
            const message = lab.taken[sentAt.length];
            if (message !== undefined) sentAt.push(now);
          }
          expect(sentAt.length).toBeGreaterThanOrEqual(5);
          const asked = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
          // Where the clocks go back, a run may show an earlier time than one that was reached already.
          const hourUntil = (now: Instant) =>
            Array.from({ length: 61 }, (_, ago) => localMinute(later(now, seconds(-60 * ago)), timezone));
          for (const now of sentAt.slice(1)) {
            const [time = '', ...before] = hourUntil(now);
            const hasCome = [time, ...before].some(
              (shown) => shown.slice(0, 10) === time.slice(0, 10) && shown.slice(11) >= asked,
            );
            expect(hasCome || minute > 23 * 60, `${time}, asked ${asked} in ${timezone}`).toBe(true);
          }
          expect(new Set(lab.taken.map(({ id }) => id)).size).toBe(lab.taken.length);
        },
      ),
      runs(12),
    );
  });

  it('is tried beyond midnight until the next one is due', async () => {
    const late = await aWatchedLab({ policy: { ...morning, digest: { at: 22 * 60, when: 'always' } } });
    late.answers.set('mail', { kind: 'failed', because: '500' });
    expect(await late.send('2026-11-21T22:00:00')).toEqual({ delivered: 0, undelivered: 1 });
    late.answers.clear();
    expect(await late.send('2026-11-22T00:05:00')).toEqual({ delivered: 1, undelivered: 0 });
    expect(late.taken[0]?.id).toBe('digest#2026-11-20T00:00:00Z');
    expect(await late.send('2026-11-22T21:59:00')).toEqual({ delivered: 0, undelivered: 0 });
  });

  it('is not sent where the policy does not ask for it, nor for a day before monitoring began', async () => {
    const without = await aWatchedLab({ policy: { ...morning, digest: null } });
    expect(await without.send('2026-11-21T12:00:00')).toEqual({ delivered: 0, undelivered: 0 });
    const fresh = await aWatchedLab({ began: '2026-11-21T06:00:00' });
    expect(await fresh.send('2026-11-21T12:00:00')).toEqual({ delivered: 0, undelivered: 0 });
  });

  it('is sent only if there is news, where the policy asks for that', async () => {
    const news = { ...morning, rules: [], digest: { at: 0, when: 'news' as const } };
    const moved = await aWatchedLab({ policy: news });
    expect(await moved.send('2026-11-21T08:00:00')).toMatchObject({ delivered: 1 });
    const still = await aWatchedLab({ policy: news });
    // Nothing was recorded for the day before, nor for the one before that.
    const polledAt = at('2026-11-25T07:55:00');
    const head = await still.ledger.head(lab);
    if (head?.observation?.kind === 'project')
      await still.ledger.commit({
        ...{ ...head, seq: 2, polledAt },
        observation: { ...head.observation, at: polledAt },
      });
    expect(await still.send('2026-11-25T08:00:00')).toEqual({ delivered: 0, undelivered: 0 });
    // A missed heartbeat is news.
    expect(await still.send('2026-11-27T08:00:00')).toMatchObject({ delivered: 1 });
    expect(digestIn(still.taken[0]).notices).toEqual([
      expect.stringMatching(/^No poll has succeeded since 2026-11-25 07:55 \(2 d ago\)/),
    ]);
  });
});
