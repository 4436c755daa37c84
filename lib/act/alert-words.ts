import { assertNever } from '../model/assert-never.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import type { RuleKind } from '../model/rules/rule-kind.ts';
import { accountStateWords } from './account-state-words.ts';
import { anomalyWords } from './anomaly-words.ts';
import { budgetWords } from './budget-words.ts';
import { commitmentWords } from './commitment-words.ts';
import { deedWords } from './deed-words.ts';
import { freshnessWords } from './freshness-words.ts';
import { idleWords } from './idle-words.ts';
import { lifetimeWords } from './lifetime-words.ts';
import type { Telling } from './next-words.ts';
import { overspendWords } from './overspend-words.ts';
import { rateWords } from './rate-words.ts';
import { reconcileWords } from './reconcile-words.ts';
import { restWords } from './rest-words.ts';
import { runwayWords } from './runway-words.ts';
import { scheduleWords } from './schedule-words.ts';
import { wasteWords } from './waste-words.ts';
import { capitalized, headlineOf, named, next, text, type Words, why } from './words.ts';

type Alert = NoticeOf<'alert'>;

/** What an alert says: that of its kind of figures, and what is new of it. */
export function alertWords(notice: Alert, telling: Telling): Words {
  const { headline, parts } = figuresWords(notice, telling);
  const news = newsWords(notice, telling);
  return { headline, parts: news === null ? parts : [...parts.slice(0, 1), text(news), ...parts.slice(1)] };
}

/** What was said before, and why it is said once more. */
function newsWords({ news, since }: Alert, { zone }: Telling): string | null {
  const begun = `${localMinute(since, zone)} (${zone})`;
  switch (news) {
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
      return assertNever(news);
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

export function overWords({ subject, because, of, rung }: NoticeOf<'over'>): Words {
  const ending = rung === null ? endings[of] : `is not to be ${deedWords[rung].toBe} any more`;
  return {
    headline: headlineOf(subject, ending),
    parts: [
      text(`${capitalized(named(subject))} ${ending}.`),
      why(because),
      next('Nothing. An act that was announced and has not begun is called off.'),
    ],
  };
}
