import { followClear, followUnknown } from '../../../lib/decide/alerts/follow-alert.ts';
import { followBreach } from '../../../lib/decide/alerts/follow-breach.ts';
import { groupNotifications } from '../../../lib/decide/alerts/notifications.ts';
import { createProgress, type Progress } from '../../../lib/decide/progress.ts';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice } from '../../../lib/model/money/money.ts';
import type { Severity } from '../../../lib/model/severity.ts';
import { hours, type Instant, milliseconds } from '../../../lib/model/time/time.ts';
import type { LifetimeRule } from '../../../lib/rules/lifetime/terms.ts';
import type { RateRule } from '../../../lib/rules/rate/terms.ts';
import type { Figures, Rule } from '../../../lib/rules/terms.ts';
import type { Verdict } from '../../../lib/rules/verdict.ts';
import { firstHead } from '../../../lib/state/head.ts';
import type { NextStep, Notification } from '../../../lib/state/notification.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';

/** More than 10 USD an hour in any project, notified at once and again after four hours. */
export const aRateRule = ({
  name = 'too fast',
  ...overrides
}: Partial<Omit<RateRule, 'name'>> & { readonly name?: string } = {}): RateRule => ({
  kind: 'rate',
  match: {},
  for: milliseconds(0),
  repeat: hours(4),
  then: [],
  limit: { kind: 'hourly', price: hourlyPrice('10') },
  ...overrides,
  name: RuleName.parse(name),
});

/** VMs that run longer than a day, notified at once, resolved at once, and notified again after a day. */
export const aLifetimeRule = (overrides: Partial<LifetimeRule> = {}): LifetimeRule => ({
  kind: 'lifetime',
  name: RuleName.parse('too long'),
  match: {},
  for: milliseconds(0),
  repeat: hours(24),
  mode: 'enforce',
  coolOff: hours(24),
  then: [aStop()],
  longest: hours(24),
  extend: null,
  ...overrides,
});

const stateFigures: Figures = { kind: 'account-state', state: 'suspended' };

/** The verdict of a rule on the project lab at a moment; its figures do not matter here. */
export type Said = {
  readonly severity?: Severity;
  readonly level?: number | null;
  readonly suppression?: string | null;
  readonly spared?: string | null;
  readonly next?: NextStep;
  readonly figures?: Figures;
};

const onlyTells: NextStep = { kind: 'nothing', because: 'alert only' };

/** A rule on one subject, verdict by verdict, and all its notifications; `deliver` empties the outbox. */
export function anEpisode(rule: Rule) {
  let progress: Progress = createProgress(firstHead(lab));
  const about = { rule: rule.name, subject: Subject.parse(lab), episode: '', because: 'so it is' };
  const step = (now: Instant, change: (before: Progress) => Progress): readonly Notification[] => {
    const changed = change({ ...progress, decisions: [], journal: [] });
    progress = groupNotifications(changed, now);
    return changed.notifications;
  };
  return {
    get progress(): Progress {
      return progress;
    },
    get alert() {
      return progress.alerts[0];
    },
    breach(now: Instant, said: Said = {}) {
      const { severity = 'warning', level = null, suppression = null, next = onlyTells } = said;
      const { figures = stateFigures, spared = null } = said;
      const verdict = { ...about, kind: 'breached', severity, level, figures } as const;
      return step(now, (before) =>
        followBreach(before, verdict, {
          rule,
          now,
          resource: undefined,
          suppressionOf: () => suppression,
          sparedBecause: () => spared,
          nextStep: () => next,
          intend: null,
          policy: aPolicy(),
          costs: () => ({ burnRate: null, drivers: [] }),
        }),
      );
    },
    clear(now: Instant, suppression: string | null = null) {
      const verdict: Verdict = { ...about, kind: 'clear', figures: null };
      return step(now, (before) => followClear(before, verdict, { rule, now, suppression }));
    },
    unknown(now: Instant) {
      const verdict: Verdict = { ...about, kind: 'unknown', figures: null, lacks: null };
      return step(now, (before) => followUnknown(before, verdict, now));
    },
    change(now: Instant, how: (before: Progress) => Progress) {
      return step(now, how);
    },
    deliver(): void {
      progress = { ...progress, outbox: [] };
    },
  };
}

/** What notifications are, in a word each: the reason of an alert, or their kind. */
export const words = (notifications: readonly Notification[]): readonly string[] =>
  notifications.map((notice) => (notice.kind === 'alert' ? notice.reason : notice.kind));
