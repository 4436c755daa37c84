import type { PolicyMatch } from '../../config/policy/matches.ts';
import { assertNever } from '../../model/assert-never.ts';
import { type KindWords, kindsInWords, pluralizeKind } from '../../model/facts/resources-at-risk.ts';
import { nameOfTarget, type Target } from '../../model/ids.ts';
import { addMoney, type Money, moneyInWords, noMoney } from '../../model/money/money.ts';
import { isGlob } from '../../model/rules/match.ts';
import type { Match } from '../../model/rules/rule-terms.ts';
import type { BudgetStep, NotifyStep, Step } from '../../model/rules/step.ts';
import { type Span, spanInWords } from '../../model/time/time.ts';
import { compareText, counted, formatShortList, joined } from '../../model/words.ts';
import type { Rule } from '../../rules/terms.ts';
import { describeCondition, describeMonitoring } from '../../rules/words.ts';
import type { Protection } from '../../state/policy.ts';
import { nameAndId } from '../../views/columns/resource-columns.ts';

/** Describes a rule: its subject, its scope and what that matches now, where it is known, its timing and its actions. */
export function ruleInWords(rule: Rule, matched: PolicyMatch | null = null, words: KindWords = {}): string {
  const repeat = 'repeat' in rule ? [repeatInWords(rule.repeat)] : ['once per period'];
  const wait =
    'for' in rule && rule.for > 0 && rule.kind !== 'waste' ? [`after ${spanInWords(rule.for)}`] : [];
  const steps: readonly (Step | BudgetStep)[] = rule.then;
  const notifications = steps.flatMap((step) => (step.kind === 'notify' ? [notificationInWords(step)] : []));
  return [
    `${rule.name} (${rule.kind})`,
    `  monitors  ${describeMonitoring(rule, pluralizeKind('vm', words))}`,
    `  scope     ${scope(rule)}`,
    ...(matched === null ? [] : [`  matches   ${matchedInWords(matched, words)}`]),
    ...limitInWords(rule, matched),
    `  alerts    ${[describeCondition(rule), ...wait, ...repeat, ...notifications].join('; ')}`,
    `  actions   ${actions(rule, pluralizeKind('vm', words))}`,
    '',
  ].join('\n');
}

function scope({ match }: Rule): string {
  const { project, account, ...narrower } = match;
  const names = [
    ...(isOfAccounts(match) ? [] : [`projects ${project ?? '*'}`]),
    ...(account === undefined ? [] : [`billing accounts ${account}`]),
  ];
  const targets = names.join(' and ').replaceAll(/(projects|billing accounts) \*(?= |$)/g, 'all $1');
  return `${targets}${matchInWords(narrower)}`;
}

const isOfAccounts = ({ project, account }: Rule['match']): boolean =>
  account !== undefined && project === undefined;

/** Describes the limit of a budget that may match several projects or accounts: of each of them, or of all together. */
function limitInWords(rule: Rule, matched: PolicyMatch | null): string[] {
  const { project = '*', account } = rule.match;
  const what = isOfAccounts(rule.match) ? 'billing account' : 'project';
  if (rule.kind !== 'budget' || !isGlob(isOfAccounts(rule.match) ? (account ?? '*') : project)) return [];
  const limit = moneyInWords(rule.limit);
  const targets = matched?.targets ?? [];
  const of = targets.length < 2 ? null : counted(targets.length, what);
  if (rule.shared) return [`  limit     ${limit} for ${of ?? `all ${what}s`} together`];
  const all = moneyInWords(targets.reduce((sum: Money) => addMoney(sum, rule.limit), noMoney));
  const each = of === null ? `each ${what}` : `each of ${of}, up to ${all} in all`;
  const offer = account === undefined ? '; shared: true makes it one limit for all' : '';
  return [`  limit     ${limit} for ${each}${offer}`];
}

/** Describes what is matched now: "3 VMs: web-1, web-2, web-3", or "2 projects: lab, prod". */
export function matchedInWords({ targets, resources }: PolicyMatch, words: KindWords = {}): string {
  if (resources !== null) {
    const what = kindsInWords(resources, words);
    return what === null
      ? 'nothing now'
      : `${what} now (${formatShortList(resources.map(nameAndId).toSorted(compareText))})`;
  }
  const of = (kind: Target['kind']) => targets.filter((target) => target.kind === kind).length;
  const [projects, accounts] = [of('project'), of('account')];
  const parts = [
    ...(projects === 0 ? [] : [counted(projects, 'project')]),
    ...(accounts === 0 ? [] : [counted(accounts, 'billing account')]),
  ];
  const names = targets.flatMap((target) => (target.kind === 'group' ? [] : [nameOfTarget(target.id)]));
  return parts.length === 0
    ? 'nothing now'
    : `${joined(parts)} now (${formatShortList(names.toSorted(compareText))})`;
}

/** Describes the protections of a policy, each with what it matches now, where that is known. */
export const protectionInWords = (
  protection: Protection,
  matched: PolicyMatch | null,
  words: KindWords,
): string => {
  const what =
    protection.kind === 'younger-than'
      ? `resources younger than ${spanInWords(protection.age)} or of unknown age`
      : scopeInWords(protection.match);
  return matched === null ? what : `${what}: ${matchedInWords(matched, words)}`;
};

function scopeInWords({ project, account: _, ...narrower }: Match): string {
  return `${project === undefined ? 'all projects' : `projects ${project}`}${matchInWords(narrower)}`;
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

const repeatInWords = (repeat: Span | null): string =>
  repeat === null ? 'never repeated' : `repeated every ${spanInWords(repeat)}`;

function actions(rule: Rule, vms: string): string {
  const steps: readonly (Step | BudgetStep)[] = rule.then;
  const lines = steps.flatMap((step) => (step.kind === 'notify' ? [] : [stepInWords(step, vms)]));
  return lines.length === 0 ? 'none' : lines.join(`\n${' '.repeat('  monitors  '.length)}`);
}

/** A step that takes an action. */
type ActionStep = Exclude<Step | BudgetStep, { kind: 'notify' }>;

const notificationInWords = ({ severity, after }: NotifyStep): string =>
  `as ${severity} after ${spanInWords(after)}`;

/** Describes an action of a rule: its kind, its earliest time, its approval and its mode. */
function stepInWords(step: ActionStep, vms: string): string {
  const approval = step.approve === null ? '' : `, if approved within ${spanInWords(step.approve)}`;
  const loss = 'mayErase' in step && step.mayErase === true ? ', even if that erases data' : '';
  return `${actionInWords(step, vms)}${loss}${approval} (${step.mode === 'enforce' ? 'enforce' : 'observe: not carried out'})`;
}

function actionInWords(step: ActionStep, vms: string): string {
  switch (step.kind) {
    case 'stop':
      return `stops ${stoppedInWords(step, vms)}, ${spanInWords(step.after)} after the announcement at the earliest`;
    case 'power-off':
      return `powers machines off, ${spanInWords(step.after)} after the announcement at the earliest`;
    case 'image':
      return `images ${vms} stopped for ${spanInWords(step.after)}, announced ${spanInWords(step.notice)} in advance`;
    case 'terminate': {
      const image = step.needsImage ? 'if its image is ready' : 'without an image';
      return `permanently deletes ${vms} stopped for ${spanInWords(step.after)}, ${image}, announced ${spanInWords(step.notice)} in advance`;
    }
    case 'start':
      return 'starts what this rule stopped, when the hours of the schedule begin';
    default:
      return assertNever(step);
  }
}

function stoppedInWords(step: Extract<ActionStep, { kind: 'stop' }>, vms: string): string {
  if (!('of' in step)) return vms;
  return `${step.of === 'idle' ? 'idle' : 'all'} ${vms} once ${moneyInWords(step.at)} are reported`;
}
