import { assertNever } from '../model/assert-never.ts';
import type { NoticeOf } from '../model/notice.ts';
import type { RuleKind } from '../model/rules/rule-kind.ts';
import type { Instant } from '../model/time.ts';
import { accountStateWords } from './account-state-words.ts';
import { anomalyWords } from './anomaly-words.ts';
import { budgetWords } from './budget-words.ts';
import { commitmentWords } from './commitment-words.ts';
import { freshnessWords } from './freshness-words.ts';
import { idleFoundWords } from './idle-words.ts';
import { lifetimeWords } from './lifetime-words.ts';
import { rateWords } from './rate-words.ts';
import { reconcileWords } from './reconcile-words.ts';
import { runwayWords } from './runway-words.ts';
import { scheduleWords } from './schedule-words.ts';
import { subjectInWords } from './subject-in-words.ts';
import { wasteWords } from './waste-words.ts';
import { fullName, headlineName, sentence, type Words } from './words.ts';

type Alert = NoticeOf<'alert'>;

/** What an alert says: that of its kind of figures. */
export function alertWords(notice: Alert, at: Instant, zone: string): Words {
  const { figures } = notice;
  switch (figures.kind) {
    case 'budget':
      return budgetWords(notice, figures, zone);
    case 'idle':
      return idleFoundWords(notice, figures, at, zone);
    case 'waste':
      return wasteWords(notice, figures, zone);
    case 'commitment':
      return commitmentWords(notice, figures, zone);
    case 'schedule':
      return scheduleWords(notice, figures, at, zone);
    case 'lifetime':
      return lifetimeWords(notice, figures, at, zone);
    case 'rate':
      return rateWords(notice, figures);
    case 'anomaly':
      return anomalyWords(notice, figures);
    case 'runway':
      return runwayWords(notice, figures, zone);
    case 'account-state':
      return accountStateWords(notice, figures);
    case 'freshness':
      return freshnessWords(notice, figures, zone);
    case 'reconcile':
      return reconcileWords(notice, figures, zone);
    default:
      return assertNever(figures);
  }
}

const endings: Readonly<Record<RuleKind, string>> = {
  budget: 'is within its budget again',
  rate: 'spends less than its limit again',
  runway: 'has credit for longer again',
  'account-state': 'is active again',
  idle: 'is no longer idle',
  waste: 'is no longer wasted',
  commitment: 'has no commitment that ends soon',
  anomaly: 'spends as usual again',
  schedule: 'keeps to its hours again',
  lifetime: 'is no longer too old',
  freshness: 'is seen again',
  reconcile: 'is reckoned alike again',
};

export function overWords({ subject, because, of }: NoticeOf<'over'>): Words {
  return {
    headline: `${subjectInWords(subject, headlineName)} ${endings[of]}`,
    paragraphs: [
      `${subjectInWords(subject, fullName)} ${endings[of]}.`,
      `Why: ${sentence(because)}`,
      'Next: nothing. A stop that was announced and has not begun is called off.',
    ],
  };
}
