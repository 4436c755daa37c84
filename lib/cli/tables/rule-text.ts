import { assertNever } from '../../model/assert-never.ts';
import { type Money, moneyInWords, priceInWords } from '../../model/money/money.ts';
import type { Match } from '../../model/rules/rule-terms.ts';
import type { BudgetStep, NotifyStep, Step } from '../../model/rules/step.ts';
import type { BudgetPeriod } from '../../model/time/budget-period.ts';
import { hours, type Span, spanInWords } from '../../model/time/time.ts';
import type { Window } from '../../model/time/window.ts';
import type { BudgetRule } from '../../rules/budget/terms.ts';
import { type IdleRule, isLearned, type LearnedRule, leastKnown } from '../../rules/idle/terms.ts';
import type { RateLimit } from '../../rules/rate/terms.ts';
import type { Rule } from '../../rules/terms.ts';

/** Describes a rule: its subject, its scope, its timing and its actions. */
export function ruleInWords(rule: Rule): string {
  const repeat = 'repeat' in rule ? [repeatInWords(rule.repeat)] : ['once per period'];
  const wait =
    'for' in rule && rule.for > 0 && rule.kind !== 'waste' ? [`after ${spanInWords(rule.for)}`] : [];
  const steps: readonly (Step | BudgetStep)[] = rule.then;
  const notifications = steps.flatMap((step) => (step.kind === 'notify' ? [notificationInWords(step)] : []));
  return [
    `${rule.name} (${rule.kind})`,
    `  monitors  ${monitored(rule)}`,
    `  scope     ${scope(rule)}`,
    `  alerts    ${[condition(rule), ...wait, ...repeat, ...notifications].join('; ')}`,
    `  actions   ${actions(rule)}`,
    '',
  ].join('\n');
}

function monitored(rule: Rule): string {
  switch (rule.kind) {
    case 'budget':
      return `spend against ${moneyInWords(rule.limit)} ${periodInWords(rule.period)}, ${rule.basis}`;
    case 'anomaly':
      return `the hourly rate against the usual rate, after ${spanInWords(hours(rule.needs))} of data`;
    case 'rate':
      return 'the hourly rate';
    case 'runway':
      return 'the runway of credit at the current rate';
    case 'account-state':
      return 'the state of billing accounts';
    case 'idle':
      return isLearned(rule) ? learnedInWords(rule) : windowOfIdle(rule.window, rule);
    case 'waste':
      return `resources that are billed but not used: ${rule.conditions.join(', ')}`;
    case 'commitment':
      return 'the end of commitments';
    case 'schedule':
      return `machines running outside ${rule.windows.map(windowInWords).join(', ')}`;
    case 'lifetime':
      return `resources older than ${spanInWords(rule.longest)}${rule.extend === null ? '' : ' that nobody keeps'}`;
    case 'freshness':
      return 'failed polls and late spend reports';
    case 'reconcile':
      return 'accrued spend against reported spend';
    default:
      return assertNever(rule);
  }
}

const windowOfIdle = (window: Span, { percentile }: Pick<IdleRule, 'percentile'>): string =>
  `VMs under the limits for ${spanInWords(window)}, in ${percentile}% of the samples`;

function learnedInWords(rule: LearnedRule): string {
  const { within, risk, inUse, untilKnown } = rule.learned;
  const young = untilKnown === null ? 'none' : windowOfIdle(untilKnown, rule);
  return [
    `VMs that by their past are used within ${spanInWords(within)} with a risk of at most ${risk}%`,
    `used means ${inUse}% CPU or more over half an hour, or any other signal at its limit`,
    `until a VM is known for ${spanInWords(leastKnown)}: ${young}`,
  ].join('; ');
}

function scope(rule: Rule): string {
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

function condition(rule: Rule): string {
  switch (rule.kind) {
    case 'budget':
      return budgetCondition(rule);
    case 'anomaly':
      return `above ${rule.factor} times the usual rate, by at least ${rule.deviations} deviations and ${priceInWords(rule.least)}`;
    case 'rate':
      return `above ${rateInWords(rule.limit)}`;
    case 'runway':
      return `when the runway is under ${spansInWords(rule.thresholds)}`;
    case 'account-state':
      return 'when an account is not active';
    case 'waste':
      return `after ${spanInWords(rule.for)}`;
    case 'commitment':
      return `${spansInWords(rule.within)} before the end`;
    case 'freshness':
      return `when polls fail for ${spanInWords(rule.unseen)}, or a spend report is ${spanInWords(rule.spend)} old`;
    case 'reconcile':
      return `when they differ by more than ${rule.percent}% and ${moneyInWords(rule.least)}`;
    case 'idle':
    case 'schedule':
    case 'lifetime':
      return 'on each match';
    default:
      return assertNever(rule);
  }
}

function budgetCondition({ thresholds, forecast, aheadOnly }: BudgetRule): string {
  return [
    `at ${thresholds.map((threshold: Money) => moneyInWords(threshold)).join(', ')}`,
    ...(forecast === null ? [] : [`when ${moneyInWords(forecast)} is forecast`]),
    ...(aheadOnly ? ['only while ahead of the elapsed share of the period'] : []),
  ].join(', ');
}

const spansInWords = (spans: readonly Span[]): string => spans.map(spanInWords).join(', ');
const repeatInWords = (repeat: Span | null): string =>
  repeat === null ? 'never repeated' : `repeated every ${spanInWords(repeat)}`;

function periodInWords(period: BudgetPeriod): string {
  if (period.kind === 'rolling') return `per ${period.days} days`;
  if (!('startsOn' in period) || period.startsOn === 1) return `per ${period.kind}`;
  const first = period.kind === 'week' ? dayNames[period.startsOn - 1] : `day ${period.startsOn}`;
  return `per ${period.kind} from ${first}`;
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

function actions(rule: Rule): string {
  const steps: readonly (Step | BudgetStep)[] = rule.then;
  const lines = steps.flatMap((step) => (step.kind === 'notify' ? [] : [stepInWords(step)]));
  return lines.length === 0 ? 'none' : lines.join(`\n${' '.repeat('  monitors  '.length)}`);
}

/** A step that takes an action. */
type ActionStep = Exclude<Step | BudgetStep, { kind: 'notify' }>;

const notificationInWords = ({ severity, after }: NotifyStep): string =>
  `as ${severity} after ${spanInWords(after)}`;

/** Describes an action of a rule: its kind, its earliest time, its approval and its mode. */
function stepInWords(step: ActionStep): string {
  const asked = step.approve === null ? '' : `, if approved within ${spanInWords(step.approve)}`;
  return `${actionInWords(step)}${asked} (${step.mode === 'enforce' ? 'enforce' : 'observe: not carried out'})`;
}

function actionInWords(step: ActionStep): string {
  switch (step.kind) {
    case 'stop':
      return `stops ${stoppedInWords(step)}, ${spanInWords(step.after)} after the announcement at the earliest`;
    case 'power-off':
      return `powers machines off, ${spanInWords(step.after)} after the announcement at the earliest`;
    case 'image':
      return `images a VM stopped for ${spanInWords(step.after)}, announced ${spanInWords(step.notice)} in advance`;
    case 'terminate': {
      const image = step.needsImage ? 'if its image is ready' : 'without an image';
      return `permanently deletes a VM stopped for ${spanInWords(step.after)}, ${image}, announced ${spanInWords(step.notice)} in advance`;
    }
    case 'start':
      return 'starts what it stopped when the hours of the schedule begin';
    default:
      return assertNever(step);
  }
}

function stoppedInWords(step: Extract<ActionStep, { kind: 'stop' }>): string {
  if (!('of' in step)) return 'VMs';
  return `${step.of === 'idle' ? 'idle' : 'all'} VMs once ${moneyInWords(step.at)} are reported`;
}
