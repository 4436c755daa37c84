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

/** What an alert says: that of its kind of figures, and what is new of it. */
export function alertWords(notice: Alert, telling: Telling): Words {
  const { headline, parts } = figuresWords(notice, telling);
  const reason = reasonWords(notice, telling);
  return {
    headline,
    parts: reason === null ? parts : [...parts.slice(0, 1), text(reason), ...parts.slice(1)],
  };
}

/** What was said before, and why it is said once more. */
function reasonWords({ reason, since }: Alert, { zone }: Telling): string | null {
  const begun = `${localMinute(since, zone)} (${zone})`;
  switch (reason) {
    case 'new':
      return null;
    case 'worse':
      return `It is worse than when it was last said; it has lasted since ${begun}.`;
    case 'lasting':
      return `It was said before, and has lasted since ${begun}.`;
    case 'announced':
      return `It was said before, and has lasted since ${begun}; what comes next is new.`;
    case 'flapping':
      return 'It comes and goes. From now on not every time is said, and its end once it stays away.';
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
  budget: 'is within its budget again',
  rate: 'spends less than its limit again',
  runway: 'has credit for longer again',
  'account-state': 'is in good standing again',
  idle: 'is no longer idle',
  waste: 'is no longer wasted',
  commitment: 'has no commitment that ends soon',
  anomaly: 'spends as usual again',
  schedule: 'keeps to its hours again',
  lifetime: 'is no longer too old',
  freshness: 'is seen again',
  reconcile: 'is reckoned alike again',
};

export function resolvedWords({ subject, because, of, step }: NotificationOf<'resolved'>): Words {
  const ending = step === null ? endings[of] : `is not to be ${actionText[step].toBe} any more`;
  return {
    headline: headlineOf(subject, ending),
    parts: [
      text(`${capitalized(named(subject))} ${ending}.`),
      why(because),
      next('Nothing. An act that was announced and has not begun is called off.'),
    ],
  };
}
