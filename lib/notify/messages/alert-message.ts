import { assertNever } from '../../model/assert-never.ts';
import type { NotificationOf } from '../../model/notification.ts';
import type { RuleKind } from '../../model/rules/rule-kind.ts';
import { localMinute } from '../../model/time/period.ts';
import { actionText } from './action-text.ts';
import type { Telling } from './next-step-text.ts';
import { capitalized, headlineOf, named, next, text, type Words, why } from './parts.ts';
import { accountStateWords } from './rules/account-state-message.ts';
import { anomalyWords } from './rules/anomaly-message.ts';
import { budgetWords } from './rules/budget-message.ts';
import { commitmentWords } from './rules/commitment-message.ts';
import { freshnessWords } from './rules/freshness-message.ts';
import { idleWords } from './rules/idle-message.ts';
import { lifetimeWords } from './rules/lifetime-message.ts';
import { overspendWords } from './rules/overspend-message.ts';
import { rateWords } from './rules/rate-message.ts';
import { reconcileWords } from './rules/reconcile-message.ts';
import { restWords } from './rules/rest-message.ts';
import { runwayWords } from './rules/runway-message.ts';
import { scheduleWords } from './rules/schedule-message.ts';
import { wasteWords } from './rules/waste-message.ts';

type Alert = NotificationOf<'alert'>;

/** Words for an alert: those for its kind of figures, with the reason for notifying again after the first part. */
export function alertWords(notice: Alert, telling: Telling): Words {
  const { headline, parts } = figuresWords(notice, telling);
  const reason = reasonWords(notice, telling);
  return {
    headline,
    parts: reason === null ? parts : [...parts.slice(0, 1), text(reason), ...parts.slice(1)],
  };
}

/** Returns why an alert is notified again; `null` for its first notification. */
function reasonWords({ reason, since }: Alert, { zone }: Telling): string | null {
  const begun = `${localMinute(since, zone)} (${zone})`;
  switch (reason) {
    case 'new':
      return null;
    case 'worse':
      return `Worse than when last notified; firing since ${begun}.`;
    case 'lasting':
      return `Reminder: firing since ${begun}.`;
    case 'announced':
      return `Firing since ${begun}; the next step is new.`;
    case 'flapping':
      return 'Flapping: it keeps firing and resolving. From now on only some of these changes are notified; the end is notified once it stays resolved.';
    default:
      return assertNever(reason);
  }
}

function figuresWords(notice: Alert, telling: Telling): Words {
  const { figures } = notice;
  switch (figures.kind) {
    case 'budget':
      return budgetWords(notice, figures, telling);
    case 'idle':
      return idleWords(notice, figures, telling);
    case 'waste':
      return wasteWords(notice, figures, telling);
    case 'commitment':
      return commitmentWords(notice, figures, telling);
    case 'schedule':
      return scheduleWords(notice, figures, telling);
    case 'lifetime':
      return lifetimeWords(notice, figures, telling);
    case 'rate':
      return rateWords(notice, figures, telling);
    case 'anomaly':
      return anomalyWords(notice, figures, telling);
    case 'runway':
      return runwayWords(notice, figures, telling);
    case 'account-state':
      return accountStateWords(notice, figures, telling);
    case 'freshness':
      return freshnessWords(notice, figures, telling);
    case 'reconcile':
      return reconcileWords(notice, figures, telling);
    case 'rest':
      return restWords(notice, figures, telling);
    case 'overspend':
      return overspendWords(notice, figures, telling);
    default:
      return assertNever(figures);
  }
}

const endings: Readonly<Record<RuleKind, string>> = {
  budget: 'within budget again',
  rate: 'below its limit again',
  runway: 'above its runway threshold again',
  'account-state': 'in good standing again',
  idle: 'no longer idle',
  waste: 'no longer wasted',
  commitment: 'free of commitments that end soon',
  anomaly: 'at its usual burn rate again',
  schedule: 'within its hours again',
  lifetime: 'no longer over its age limit',
  freshness: 'polled successfully again',
  reconcile: 'billed as its prices predict again',
};

export function resolvedWords({ subject, because, of, step }: NotificationOf<'resolved'>): Words {
  const ending = step === null ? endings[of] : `no longer going to be ${actionText[step].toBe}`;
  return {
    headline: headlineOf(subject, `resolved, ${ending}`),
    parts: [
      text(`${capitalized(named(subject))} is ${ending}.`),
      why(because),
      next('No action needed. An announced action that has not begun is cancelled.'),
    ],
  };
}
