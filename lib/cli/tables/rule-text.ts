import { assertNever } from '../../model/assert-never.ts';
import { type Money, moneyInWords, priceInWords } from '../../model/money/money.ts';
import type { BudgetPeriod, BudgetRule } from '../../model/rules/budget-rule.ts';
import type { RateLimit } from '../../model/rules/rate-rule.ts';
import type { Window } from '../../model/rules/resource-rules.ts';
import type { Rule } from '../../model/rules/rule.ts';
import type { Match } from '../../model/rules/rule-terms.ts';
import type { BudgetStep, Step } from '../../model/rules/step.ts';
import { hours, type Span, spanInWords } from '../../model/time/time.ts';
import { notificationInWords, stepInWords } from './step-text.ts';

/** A rule as its writer would want it read back: what it watches, over what, when it speaks and what it may do. */
export function ruleInWords(rule: Rule): string {
  const repeat = 'repeat' in rule ? [repeatInWords(rule.repeat)] : ['once in each period'];
  const wait =
    'for' in rule && rule.for > 0 && rule.kind !== 'waste' ? [`after ${spanInWords(rule.for)}`] : [];
  const steps: readonly (Step | BudgetStep)[] = rule.then;
  const notifications = steps.flatMap((step) => (step.kind === 'notify' ? [notificationInWords(step)] : []));
  return [
    `${rule.name} (${rule.kind})`,
    `  watches  ${watched(rule)}`,
    `  over     ${over(rule)}`,
    `  speaks   ${[spoken(rule), ...wait, ...repeat, ...notifications].join('; ')}`,
    `  acts     ${acts(rule)}`,
    '',
  ].join('\n');
}

function watched(rule: Rule): string {
  switch (rule.kind) {
    case 'budget':
      return `spend against ${moneyInWords(rule.limit)} ${periodInWords(rule.period)}, ${rule.basis}`;
    case 'anomaly':
      return `the hourly rate against what is usual, once ${spanInWords(hours(rule.needs))} of it are known`;
    case 'rate':
      return 'the hourly rate';
    case 'runway':
      return 'how long credit lasts at the present rate';
    case 'account-state':
      return 'the state of billing accounts';
    case 'idle':
      return `VMs that are quiet for ${spanInWords(rule.window)}, in ${rule.percentile}% of the samples`;
    case 'waste':
      return `what is billed and of no use: ${rule.conditions.join(', ')}`;
    case 'commitment':
      return 'the end of commitments';
    case 'schedule':
      return `what runs outside ${rule.windows.map(windowInWords).join(', ')}`;
    case 'lifetime':
      return `what exists for longer than ${spanInWords(rule.longest)}`;
    case 'freshness':
      return 'whether everything can be seen';
    case 'reconcile':
      return 'what was reckoned against what is reported';
    default:
      return assertNever(rule);
  }
}

function over(rule: Rule): string {
  const { project, account, ...narrower } = rule.match;
  const isOfAccounts = account !== undefined && project === undefined;
  const names = [
    ...(isOfAccounts ? [] : [`projects ${project ?? '*'}`]),
    ...(account === undefined ? [] : [`billing accounts ${account}`]),
  ];
  const targets = names.join(' and ').replaceAll(/(projects|billing accounts) \*(?= |$)/g, 'all $1');
  const together = rule.kind === 'budget' && rule.shared ? ', together' : '';
  return `${targets}${together}${matchInWords(narrower)}`;
}

function matchInWords({ olderThan, metadata = {}, ...others }: Omit<Match, 'project' | 'account'>): string {
  const parts = [
    ...Object.entries(others).map(([key, value]) => `${keys[key] ?? key} ${value}`),
    ...(olderThan === undefined ? [] : [`older than ${spanInWords(olderThan)}`]),
    ...Object.entries(metadata).map(([tag, glob]) => `tagged ${tag}: ${glob}`),
  ];
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}

const keys: Readonly<Record<string, string>> = {
  gpuModel: 'GPU model',
  gpus: 'GPUs:',
  dataCenter: 'data center',
  createdBy: 'created by',
};

function spoken(rule: Rule): string {
  switch (rule.kind) {
    case 'budget':
      return budgetSpeaks(rule);
    case 'anomaly':
      return `above ${rule.factor} times the usual, by ${rule.deviations} deviations and ${priceInWords(rule.least)} more`;
    case 'rate':
      return `above ${rateInWords(rule.limit)}`;
    case 'runway':
      return `when it is under ${spansInWords(rule.thresholds)}`;
    case 'account-state':
      return 'when one is not active';
    case 'waste':
      return `when that lasts for ${spanInWords(rule.for)}`;
    case 'commitment':
      return `${spansInWords(rule.within)} before`;
    case 'freshness':
      return `when anything went unseen for ${spanInWords(rule.unseen)}, or a report of spend is ${spanInWords(rule.spend)} old`;
    case 'reconcile':
      return `when they part by more than ${rule.percent}% and ${moneyInWords(rule.least)}`;
    case 'idle':
    case 'schedule':
    case 'lifetime':
      return 'when it finds one';
    default:
      return assertNever(rule);
  }
}

function budgetSpeaks({ thresholds, forecast, aheadOnly }: BudgetRule): string {
  return [
    `at ${thresholds.map((threshold: Money) => moneyInWords(threshold)).join(', ')}`,
    ...(forecast === null ? [] : [`when ${moneyInWords(forecast)} is forecast`]),
    ...(aheadOnly ? ['only while it runs ahead of the time'] : []),
  ].join(', ');
}

const spansInWords = (spans: readonly Span[]): string => spans.map(spanInWords).join(', ');
const repeatInWords = (repeat: Span | null): string =>
  repeat === null ? 'never repeated' : `again every ${spanInWords(repeat)}`;

function periodInWords(period: BudgetPeriod): string {
  if (period.kind === 'rolling') return `in ${period.days} days`;
  if (!('startsOn' in period) || period.startsOn === 1) return `a ${period.kind}`;
  const first = period.kind === 'week' ? dayNames[period.startsOn - 1] : `day ${period.startsOn}`;
  return `a ${period.kind} from ${first}`;
}

function rateInWords(limit: RateLimit): string {
  if (limit.kind === 'hourly') return priceInWords(limit.price);
  const which = limit.kind === 'share-of-hourly-limit' ? 'hourly' : 'monthly';
  return `${limit.percent}% of the platform's ${which} limit`;
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function windowInWords({ days, from, until }: Window): string {
  const [first, last] = [days.at(0) ?? 1, days.at(-1) ?? 1].map((day) => dayNames[day - 1] ?? '');
  const on = days.length === 7 ? 'daily' : first === last ? first : `${first}-${last}`;
  return `${on} ${clock(from)}-${clock(until)}`;
}

const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

function acts(rule: Rule): string {
  const steps: readonly (Step | BudgetStep)[] = rule.then;
  const told = steps.flatMap((step) => (step.kind === 'notify' ? [] : [stepInWords(step)]));
  return told.length === 0 ? 'never' : told.join(`\n${' '.repeat('  watches  '.length)}`);
}
