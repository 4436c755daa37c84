import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeSpan, hours, later, minutes } from '../../../lib/model/time/time.ts';
import type { Notification } from '../../../lib/state/notification.ts';
import { nextAction } from '../../support/builders/step-builders.ts';
import { runs } from '../../support/tier.ts';
import { on } from '../../support/timeline.ts';
import { aLifetimeRule, anEpisode, aRateRule } from './an-episode.ts';

const anyStep = fc.record({
  wait: fc.integer({ min: 1, max: 90 }),
  kind: fc.constantFrom('breached', 'breached', 'clear', 'unknown'),
  severity: fc.constantFrom('info', 'warning', 'critical'),
  level: fc.constantFrom(50, 80, 100),
  silenced: fc.boolean(),
  announces: fc.boolean(),
  delivered: fc.boolean(),
} as const);
const anyRule = fc.constantFrom(
  aRateRule(),
  aRateRule({ for: minutes(20), repeat: null }),
  aLifetimeRule({ repeat: hours(4) }),
  aLifetimeRule({ repeat: null, for: minutes(10) }),
);

type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;
type Heard = { readonly at: number; readonly notice: Notification };

/** Runs an alert through verdicts, and checks after each what no sequence of them may cause. */
function live(rule: typeof anyRule extends fc.Arbitrary<infer T> ? T : never, steps: readonly Step[]) {
  const episode = anEpisode(rule);
  const heard: Heard[] = [];
  let now = on('10:00');
  for (const { wait, kind, severity, level, silenced, announces, delivered } of steps) {
    now = later(now, minutes(wait));
    const suppression = silenced ? 'silenced by ada: known' : null;
    const next = announces ? nextAction(hours(1)) : ({ kind: 'nothing', because: 'alert only' } as const);
    const notifications =
      kind === 'breached'
        ? episode.breach(now, { severity, level, suppression, next })
        : kind === 'clear'
          ? episode.clear(now, suppression)
          : episode.unknown(now);
    if (silenced) expect(notifications).toEqual([]);
    if (silenced && kind === 'breached') expect(episode.alert?.announcement ?? null).toBeNull();
    const { decisions, outbox, alerts } = episode.progress;
    expect(decisions).toHaveLength(1);
    expect(decisions[0]?.because).not.toBe('');
    expect(alerts.length).toBeLessThanOrEqual(1);
    // An announcement always belongs to a notification: no action comes without one.
    const announced = episode.alert?.announcement?.message;
    heard.push(...notifications.map((notice) => ({ at: now, notice })));
    if (announced !== undefined) expect(heard.map(({ notice }) => notice.id)).toContain(announced);
    if (delivered || outbox.length > 20) episode.deliver();
  }
  return heard;
}

const sinceOf = ({ notice }: Heard) =>
  notice.kind === 'alert' || notice.kind === 'resolved' ? notice.since : expect.fail(notice.kind);

it('no sequence of verdicts and silences makes an alert repeat a notification, resolve before it fired, or repeat too often', () => {
  fc.assert(
    fc.property(anyRule, fc.array(anyStep, { maxLength: 120 }), (rule, steps) => {
      const heard = live(rule, steps);
      const ids = heard.map(({ notice }) => notice.id);
      expect(new Set(ids).size).toBe(ids.length);
      const episodes = new Map<number, Heard[]>();
      for (const one of heard) episodes.set(sinceOf(one), [...(episodes.get(sinceOf(one)) ?? []), one]);
      for (const told of episodes.values()) {
        const kinds = told.map(({ notice }) => notice.kind);
        // The resolution is notified last and once, and only after the alert.
        expect(kinds[0]).toBe('alert');
        expect(kinds.indexOf('resolved') === -1 || kinds.indexOf('resolved') === kinds.length - 1).toBe(true);
        const reasonOf = ({ notice }: Heard) => (notice.kind === 'alert' ? notice.reason : notice.kind);
        const count = (reason: string) => told.filter((one) => reasonOf(one) === reason).length;
        expect(count('new') + count('flapping')).toBeLessThanOrEqual(2);
        expect(count('flapping')).toBeLessThanOrEqual(1);
        const [first, last] = [told[0]?.at ?? 0, told.at(-1)?.at ?? 0];
        const repeats = rule.repeat === null ? 0 : Math.floor((last - first) / rule.repeat);
        expect(count('lasting')).toBeLessThanOrEqual(repeats);
        // Severity and level can only rise twice each before one of them must be lowered by a repeat.
        if (rule.repeat === null) expect(count('worse')).toBeLessThanOrEqual(4);
      }
    }),
    runs(400),
  );
});

it('a breach that lasts is always notified, unless it is silenced', () => {
  fc.assert(
    fc.property(anyRule, fc.array(anyStep, { maxLength: 60 }), (rule, steps) => {
      const episode = anEpisode(rule);
      let now = on('10:00');
      let breachedSince: typeof now | null = null;
      for (const { wait, kind, severity, level, silenced } of steps) {
        now = later(now, minutes(wait));
        const suppression = silenced ? 'silenced' : null;
        if (kind === 'clear') episode.clear(now, suppression);
        else if (kind === 'breached') episode.breach(now, { severity, level, suppression });
        if (kind === 'clear') breachedSince = null;
        else if (kind === 'breached') breachedSince ??= now;
        if (kind === 'breached' && suppression === null && breachedSince !== null) {
          const isDue = computeSpan(breachedSince, now) >= rule.for;
          if (isDue) expect(episode.alert?.lastNotified).not.toBeNull();
        }
      }
    }),
    runs(400),
  );
});
