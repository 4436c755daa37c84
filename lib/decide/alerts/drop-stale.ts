import { type Observation, partOf } from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { groupByKey } from '../../model/grouped-by.ts';
import type { Target } from '../../model/ids.ts';
import { matchesTarget, mayMatchResource } from '../../model/rules/match.ts';
import { subjectParts } from '../../model/subject.ts';
import { computeSpan, type Instant, spanInWords } from '../../model/time/time.ts';
import { isBudgetForTarget } from '../../rules/budget/judge.ts';
import type { Rule } from '../../rules/terms.ts';
import type { Verdict } from '../../rules/verdict.ts';
import type { Alert } from '../../state/alert.ts';
import type { Override } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import { findPauseReason, findProtectionReason } from '../actions/protection.ts';
import { type Progress, withoutAlert } from '../progress.ts';
import {
  alertKey,
  endAlert,
  logAlert,
  notifyResolved,
  withdraw,
  withoutWaitingIntents,
} from './follow-alert.ts';
import { flapping } from './reason-to-notify.ts';
import { findSilenceReason } from './suppress.ts';

/** The input for deciding whether an alert is stale. */
export type StaleInput = {
  readonly target: Target;
  readonly observation: Observation;
  readonly policy: Policy;
  readonly verdicts: readonly Verdict[];
  readonly overrides: readonly Override[];
  /** Returns the resource that a subject names, if it exists. */
  readonly resourceOf: (subject: string) => Resource | undefined;
};

/**
 * Ends alerts whose rule, period or resource is gone, and drops those that resolved long ago. Withdraws announcements
 * of silenced, paused or protected subjects, also where a poll has no verdict on them.
 */
export function dropStale(progress: Progress, context: StaleInput): Progress {
  const verdicts = groupByKey(context.verdicts, ({ rule, subject }) => `${rule}#${subject}`);
  let next = progress;
  for (const alert of progress.alerts) {
    const end = findAlertEnd(alert, context, verdicts.get(`${alert.rule}#${alert.subject}`));
    if (end !== null) next = withAlertEnded(next, alert, end, context);
    else if (alert.announcement !== null && findWithdrawReason(context, alert) !== null)
      next = withdraw(next, alert);
  }
  return next;
}

function withAlertEnded(
  progress: Progress,
  alert: Alert,
  { because, tell }: End,
  context: StaleInput,
): Progress {
  const { at: now } = context.observation;
  if (!tell || alert.phase === 'pending') return drop(progress, alert, because, now);
  const suppression = findAlertSilence(context, alert);
  const isGone = goneBecause(alert, context) !== null;
  if (alert.phase === 'firing') return endAlert(progress, alert, because, { now, suppression, isGone });
  const notified = suppression === null ? notifyResolved(progress, alert, because, isGone) : progress;
  return withoutAlert(notified, alert);
}

const findAlertSilence = (context: StaleInput, alert: Alert): string | null =>
  findSilenceReason({
    ...context,
    about: alert,
    resource: context.resourceOf(alert.subject),
    now: context.observation.at,
  });

/**
 * Returns why an announced action must not be carried out now, whatever the verdict; `null` when nothing prevents it.
 */
function findWithdrawReason(context: StaleInput, alert: Alert): string | null {
  const resource = context.resourceOf(alert.subject);
  const input = { ...context, target: context.target.id, now: context.observation.at };
  return (
    findAlertSilence(context, alert) ??
    findPauseReason(input) ??
    (resource === undefined ? null : findProtectionReason({ ...input, resource }))
  );
}

type End = { readonly because: string; readonly tell: boolean };

/** Returns why an alert has ended, and whether people are notified; `null` while it goes on. */
function findAlertEnd(
  alert: Alert,
  context: StaleInput,
  verdicts: readonly Verdict[] | undefined,
): End | null {
  const { policy, target, observation, resourceOf } = context;
  if (alert.phase === 'resolved' && !isLongClear(alert, observation.at)) return null;
  const rule = policy.rules.find(({ name }) => name === alert.rule);
  if (rule === undefined || rule.kind !== alert.kind) return silently('its rule is no longer in the policy');
  // The steps of an account's or a group's budget are judged in the projects of its VMs.
  const isBudgetStep = rule.kind === 'budget' && alert.step !== null;
  if (!isBudgetStep && !matchesRuleTarget(rule, target)) return silently('its rule no longer applies to it');
  const resource = resourceOf(alert.subject);
  if (alert.phase === 'resolved') {
    // It is kept for its count of restarts while the episode goes on.
    if (alert.restarts !== undefined && resource?.activity === 'running' && isSameOne(alert, resource))
      return null;
    const because = `it has not fired again for ${spanInWords(flapping.within)}`;
    return { because, tell: alert.flapping };
  }
  const kind = subjectParts(alert.subject).resource?.kind;
  if (kind !== undefined) {
    if (observation.kind !== 'project' || !observation.seen.includes(partOf[kind])) return null;
    const gone = goneBecause(alert, context);
    if (gone !== null) return { because: gone, tell: true };
    if (
      resource !== undefined &&
      !isBudgetStep &&
      !mayMatchResource(rule.match, target, resource, observation.at)
    )
      return silently('its rule no longer applies to it');
  }
  if (verdicts === undefined || verdicts.some((verdict) => mayShareEpisode(verdict, alert))) return null;
  return kind === undefined
    ? silently('the reported condition has ended')
    : { because: 'its state has changed', tell: true };
}

/** Reports whether a verdict of an alert's rule and subject is, or may be, on its episode. */
const mayShareEpisode = (verdict: Verdict, { key }: Alert): boolean =>
  (verdict.kind === 'unknown' && verdict.isEpisodeUnknown === true) || alertKey(verdict) === key;

/** Returns why the resource of an alert no longer exists; `null` where it may. */
function goneBecause(alert: Alert, { observation, resourceOf }: StaleInput): string | null {
  const kind = subjectParts(alert.subject).resource?.kind;
  if (kind === undefined || observation.kind !== 'project' || !observation.seen.includes(partOf[kind]))
    return null;
  const resource = resourceOf(alert.subject);
  if (resource === undefined || resource.activity === 'gone') return 'it is gone';
  return isSameOne(alert, resource) ? null : 'another resource now has its name';
}

/** Reports whether an alert is about the resource that now has the name. */
const isSameOne = (alert: Alert, { createdAt }: Resource): boolean =>
  createdAt === null || alert.createdAt === createdAt;

const silently = (because: string) => ({ because, tell: false });

const isLongClear = ({ clearSince }: Alert, now: Instant): boolean =>
  clearSince === null || computeSpan(clearSince, now) >= flapping.within;

const matchesRuleTarget = (rule: Rule, target: Target): boolean =>
  rule.kind === 'budget' ? isBudgetForTarget(rule, target) : matchesTarget(rule.match, target);

/** Ends an alert without a notification, where there is nothing to do or know. */
function drop(progress: Progress, alert: Alert, because: string, now: Instant): Progress {
  const remaining = withoutAlert(withoutWaitingIntents(progress, alert), alert);
  return alert.phase === 'firing' ? logAlert(remaining, alert, 'resolved', because, now) : remaining;
}
