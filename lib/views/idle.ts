import { findProtectionReason } from '../decide/actions/protection.ts';
import { alertKey } from '../decide/alerts/follow-alert.ts';
import type { ProjectObservation } from '../model/facts/observation.ts';
import { castToVmId, type Resource, toResourceSubject } from '../model/facts/resource.ts';
import { freshWithin, neverAnswering, type UsageSamples, unknownGpus } from '../model/facts/usage.ts';
import { usageByVm } from '../model/facts/usage-points.ts';
import { type Subject, type TargetId, toTarget, type VmId } from '../model/ids.ts';
import { matchesResource } from '../model/rules/match.ts';
import { computeSpan, earliest, type Instant, isoSecond, later, spanInWords } from '../model/time/time.ts';
import { type IdleFacts, judgeIdle } from '../rules/idle/judge.ts';
import type { IdleFigures, IdleRule } from '../rules/idle/terms.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { Alert } from '../state/alert.ts';
import type { FleetUse } from '../state/fleet-use.ts';
import type { Head } from '../state/head.ts';
import { hasUnknownGpus } from './unjudged.ts';
import type { ViewInput } from './view-input.ts';

/** The verdict of an idle rule on a running VM, by its last usage samples. */
export type IdleView = {
  readonly target: TargetId;
  readonly subject: Subject;
  readonly resource: Resource;
  readonly rule: IdleRule;
  /** `suspect` and `unknown` are not idle. */
  readonly verdict: Verdict['kind'];
  readonly because: string;
  readonly figures: IdleFigures | null;
  /** The time since which an idle VM has been idle, if known; `null` if it is not idle. */
  readonly quietSince: Instant | null;
  /** True if its guest never answers pings and the rule requires answers, so that it never counts as idle. */
  readonly isNeverIdle: boolean;
  /** The time when the judged samples arrived; `null` if there are none. */
  readonly judgedAt: Instant | null;
  /** Why it is protected from actions; `null` if it is not. */
  readonly protectedBecause: string | null;
};

/**
 * Judges a project's running VMs by the idle rules, with one view for each VM and rule that applies. `samplings`
 * are oldest first, end at the head's observation, and cover the windows of the rules.
 */
export const judgeIdleVms = (
  head: Head,
  samplings: readonly UsageSamples[],
  context: ViewInput,
  use?: FleetUse,
): readonly IdleView[] =>
  context.policy.rules.flatMap((rule) =>
    rule.kind === 'idle' ? judgeIdleRule(head, samplings, use, rule, context) : [],
  );

function judgeIdleRule(
  head: Head,
  samplings: readonly UsageSamples[],
  use: FleetUse | undefined,
  rule: IdleRule,
  context: ViewInput,
): IdleView[] {
  const target = toTarget(head.target);
  const { observation } = head;
  if (observation?.kind !== 'project' || target.kind !== 'project') return [];
  const vms = observation.resources.filter(
    (resource) =>
      resource.kind === 'vm' &&
      isRunning(resource) &&
      matchesResource(rule.match, target, resource, observation.at),
  );
  const verdicts = lastVerdicts(
    rule,
    { target, observation, signals: head.signalsKnownAt, use, stops: head.stops },
    samplings,
    vms,
  );
  const isMute = neverAnswering(samplings);
  return vms.map((resource) => {
    const subject = toResourceSubject(target.id, resource);
    const again = head.deferredUsage?.of[castToVmId(resource)]?.again;
    const judged = trusted(verdicts.get(subject), resource, again, context);
    const figures = judged.verdict?.figures?.kind === 'idle' ? judged.verdict.figures : null;
    const verdict = judged.verdict?.kind ?? 'unknown';
    // Without GPU metrics, it can neither be found idle nor counted as in use.
    const isUnjudged = verdict !== 'breached' && hasUnknownGpus(head, resource, context);
    const kind = isUnjudged ? 'suspect' : verdict;
    const { policy, overrides, now } = context;
    return {
      target: target.id,
      subject,
      resource,
      rule,
      verdict: kind,
      because:
        isUnjudged && verdict !== 'suspect'
          ? `${unknownGpus(false).because}; ${judged.because}`
          : judged.because,
      figures,
      quietSince:
        kind === 'breached' && judged.verdict
          ? computeQuietStart(judged.verdict, figures, head.alerts)
          : null,
      isNeverIdle: kind === 'unknown' && rule.guestPing === 'answered' && isMute.has(castToVmId(resource)),
      judgedAt: judged.at,
      protectedBecause: findProtectionReason({ policy, overrides, target: head.target, resource, now }),
    };
  });
}

/** True if a resource runs, or may run. */
const isRunning = ({ activity }: Resource): boolean =>
  activity === 'running' || activity === 'changing' || activity === 'unknown';

type Judged = { readonly at: Instant; readonly verdict: Verdict };

/** Judges each VM at the time of its last samples, since the samples of all VMs arrive over several polls. */
function lastVerdicts(
  rule: IdleRule,
  facts: Omit<IdleFacts, 'usages'> & { readonly observation: ProjectObservation },
  samplings: readonly UsageSamples[],
  vms: readonly Resource[],
): ReadonlyMap<Subject, Judged> {
  const lastSampled = new Map<VmId, UsageSamples>();
  for (const sampling of samplings) for (const { vm } of sampling.usage) lastSampled.set(vm, sampling);
  const judged = new Map<Subject, Judged>();
  for (const last of new Set(lastSampled.values())) {
    const { at } = last;
    const resources = vms.filter((resource) => lastSampled.get(castToVmId(resource)) === last);
    const observation = { ...facts.observation, at, usage: [...last.usage], resources };
    const usages = usageByVm([...samplings.filter((sampling) => sampling.at < at), last]);
    for (const verdict of judgeIdle({ ...rule, match: {} }, { ...facts, observation, usages }))
      judged.set(verdict.subject, { at, verdict });
  }
  return judged;
}

type Trusted = { readonly at: Instant | null; readonly verdict: Verdict | null; readonly because: string };

/**
 * Returns the verdict only if its samples are recent. A VM whose samples are deferred until `again` is not idle
 * before then.
 */
function trusted(
  judged: Judged | undefined,
  { activity, state }: Resource,
  again: Instant | undefined,
  context: ViewInput,
): Trusted {
  const { now, intervals } = context;
  if (activity !== 'running') return { at: null, verdict: null, because: `is ${state}` };
  if (judged === undefined) return { at: null, verdict: null, because: 'no usage samples' };
  const { at, verdict } = judged;
  const age = computeSpan(at, now);
  const isDueLater = again !== undefined && now <= later(again, freshWithin);
  if (isDueLater || age <= intervals.usageEvery + freshWithin)
    return { at, verdict, because: verdict.because };
  const because = `no usage samples since ${isoSecond(at)}, ${spanInWords(age)} ago`;
  return { at, verdict: null, because };
}

/**
 * Returns the time since which a VM has been idle. A fixed window shows only its own span; an alert may show an
 * earlier start.
 */
function computeQuietStart(
  verdict: Verdict,
  figures: IdleFigures | null,
  alerts: readonly Alert[],
): Instant | null {
  if (figures === null || figures.risk !== undefined) return figures?.since ?? null;
  const alert = alerts.find(({ key, phase }) => key === alertKey(verdict) && phase !== 'resolved');
  return earliest(figures.since, alert?.idleSince ?? figures.since);
}
