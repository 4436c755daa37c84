import { localMinute } from '../../model/time/period.ts';
import { spanInWords } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import type { FigureWords, RuleWords } from '../../notify/parts/rule-words.ts';
import type { FreshnessFigures, FreshnessRule } from './terms.ts';

type Matter = {
  readonly short: string;
  readonly full: string;
  readonly row: string;
  /** The consequence for monitoring and actions meanwhile. */
  readonly meaning: string;
};

const matters: Readonly<Record<FreshnessFigures['of'], Matter>> = {
  target: {
    short: 'no successful poll',
    full: 'has no successful poll',
    row: 'Last polled',
    meaning:
      'Until a poll succeeds, no rule is evaluated on this target, no alert is raised for it, and nothing in it is stopped.',
  },
  part: {
    short: 'incomplete polls',
    full: 'is polled only in part',
    row: 'Last complete',
    meaning: 'Missing parts are not evaluated; their figures are those last observed.',
  },
  field: {
    short: 'unreadable facts',
    full: 'has facts that cannot be read',
    row: 'Last polled',
    meaning:
      'An unreadable fact counts as unknown: a price is left out of sums, and a resource is not stopped or deleted if its record cannot be read completely.',
  },
  spend: {
    short: 'no new spend report',
    full: 'has no new spend report',
    row: 'Reported up to',
    meaning: 'Budgets on reported figures do not change; to-date figures rely on prices and time alone.',
  },
  watcher: {
    short: 'missed heartbeat',
    full: 'itself did not poll',
    row: 'Last polled',
    meaning: 'Nothing was observed meanwhile, and actions that were due were not carried out.',
  },
};

function freshnessFinding(
  { of, seenAt, allowed }: FreshnessFigures,
  { who, zone, at }: FindingContext,
): AlertFinding {
  const { short, full, row, meaning } = matters[of];
  const isOwn = of === 'watcher';
  const since = seenAt === null || of === 'field' ? '' : ` since ${localMinute(seenAt, zone)}`;
  return {
    found: `${short}${since}`,
    ...(isOwn && { headline: `spendwatch: ${short}${since}` }),
    opening: [`${isOwn ? 'spendwatch' : capitalized(who)} ${full}.`, meaning],
    rows: [
      [row, seenAt === null ? 'never' : at(seenAt)],
      of === 'field' ? null : ['Limit', spanInWords(allowed)],
    ],
    advice: [
      'Polling continues. If this lasts, check whether the platform responds, whether the API key is still valid, and what the log says.',
    ],
  };
}

export const freshnessWords: RuleWords<FreshnessRule> = {
  monitors: () => 'failed polls and late spend reports',
  alerts: (rule) =>
    `when polls fail for ${spanInWords(rule.unseen)}, or a spend report is ${spanInWords(rule.spend)} old`,
  ending: 'polled successfully again',
};

export const freshnessFigures: FigureWords<FreshnessFigures> = {
  finding: freshnessFinding,
};
