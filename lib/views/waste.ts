import { alertKey } from '../decide/alerts/follow-alert.ts';
import type { CloudName } from '../model/cloud-name.ts';
import { Part, type ProjectObservation, partOf } from '../model/facts/observation.ts';
import { type Resource, toResourceSubject } from '../model/facts/resource.ts';
import { RuleName, type Subject, type Target, type TargetId, toTarget } from '../model/ids.ts';
import { type Instant, later, milliseconds } from '../model/time/time.ts';
import { judgeWaste } from '../rules/waste/judge.ts';
import type { WasteFigures, WasteRule } from '../rules/waste/terms.ts';
import type { Alert } from '../state/alert.ts';
import type { Head } from '../state/head.ts';
import type { ViewInput } from './view-input.ts';

/** A resource that is billed without use, or that a waste rule cannot judge. */
export type WasteView = {
  readonly target: TargetId;
  readonly cloud: CloudName;
  readonly subject: Subject;
  readonly resource: Resource;
  /** The rule that finds it; `null` for a stopped resource that is billed, which is waste even without a rule. */
  readonly rule: WasteRule | null;
  /** `grace`: it looks unused, but not for long enough to alert. */
  readonly state: 'waste' | 'grace' | 'unknown';
  readonly condition: WasteFigures['condition'] | null;
  /** The time when it was first found unused; `null` if no poll has recorded it. */
  readonly since: Instant | null;
  /** The time when its grace ends. */
  readonly notifiedFrom: Instant | null;
  readonly because: string;
};

/** Judges all resources by the waste rules, each as it was last observed. */
export const judgeAllWaste = (
  heads: readonly Head[],
  context: Pick<ViewInput, 'policy'>,
): readonly WasteView[] =>
  heads.flatMap((head) => {
    const target = toTarget(head.target);
    const { observation } = head;
    if (observation?.kind !== 'project' || target.kind !== 'project') return [];
    const byRules = context.policy.rules.flatMap((rule) =>
      rule.kind === 'waste' ? judgeWasteRule(head, target, observation, rule) : [],
    );
    const judged = new Set(byRules.map(({ subject }) => subject));
    const others = judgeWasteRule(head, target, observation, atRest).filter(
      ({ subject, resource }) => resource.activity === 'stopped' && !judged.has(subject),
    );
    return [...byRules, ...others.map((view) => ({ ...view, rule: null }))];
  });

/** A rule that finds stopped resources that still cost money. They count at once, even without a rule in the policy. */
const atRest: WasteRule = {
  kind: 'waste',
  name: RuleName.parse('at rest'),
  match: {},
  for: milliseconds(0),
  repeat: null,
  mode: 'observe',
  then: [],
  conditions: ['stopped-vm', 'powered-off'],
  transitional: null,
};

const isAtRest = (condition: WasteView['condition']): boolean =>
  atRest.conditions.some((known) => known === condition);

type ProjectTarget = Extract<Target, { kind: 'project' }>;

function judgeWasteRule(
  head: Head,
  target: ProjectTarget,
  observation: ProjectObservation,
  rule: WasteRule,
): WasteView[] {
  const resources = new Map(
    observation.resources.map((resource) => [toResourceSubject(target.id, resource), resource]),
  );
  // Storage is polled once an hour, so each resource is judged as it was last observed.
  const verdicts = judgeWaste(rule, {
    target,
    observation: { ...observation, seen: Part.options },
    zone: 'UTC',
  });
  const views = new Map<Subject, WasteView>();
  for (const verdict of verdicts) {
    const { subject, kind, because } = verdict;
    const resource = resources.get(subject);
    if (resource === undefined || kind === 'clear' || kind === 'suspect') continue;
    const fields = { target: target.id, cloud: observation.cloud, subject, resource, rule };
    const unread = whyUnread(head, resource);
    if (kind === 'unknown' || unread !== null) {
      const unknown = { state: 'unknown', condition: null, since: null, notifiedFrom: null } as const;
      if (!views.has(subject)) views.set(subject, { ...fields, ...unknown, because: unread ?? because });
      continue;
    }
    const alert = head.alerts.find(({ key, phase }) => key === alertKey(verdict) && phase !== 'resolved');
    const figures = verdict.figures?.kind === 'waste' ? verdict.figures : null;
    const condition = figures?.condition ?? null;
    if (figures?.transitional !== undefined) {
      const { since } = figures.transitional;
      views.set(subject, { ...fields, state: 'waste', condition, since, notifiedFrom: null, because });
      continue;
    }
    // A volume in use can look untouched for a short time, so it is shown only once its alert fires.
    if (condition === 'untouched-volume' && alert?.phase !== 'firing') continue;
    const stoppedAt = head.stops.find((stop) => stop.subject === subject)?.stoppedAt ?? null;
    const shown = standing(alert, rule);
    const restFields = isAtRest(condition)
      ? { state: 'waste' as const, since: shown.since ?? stoppedAt }
      : {};
    views.set(subject, { ...fields, condition, because, ...shown, ...restFields });
  }
  return [...views.values()];
}

function standing(
  alert: Alert | undefined,
  rule: WasteRule,
): Pick<WasteView, 'state' | 'since' | 'notifiedFrom'> {
  if (alert === undefined) return { state: 'grace', since: null, notifiedFrom: null };
  const { since, phase } = alert;
  return phase === 'firing'
    ? { state: 'waste', since, notifiedFrom: null }
    : { state: 'grace', since, notifiedFrom: later(since, rule.for) };
}

/** Returns why the last observation of a resource may be outdated; `null` if it is not. */
function whyUnread(
  { failedPolls, failedBecause, failingSince, observation }: Head,
  { kind }: Resource,
): string | null {
  if (failedPolls > 0) return `later polls of its project failed: ${failedBecause}`;
  const part = partOf[kind];
  if (failingSince[part] === undefined) return null;
  const flaw = observation?.missing.find((missing) => missing.part === part);
  return `${part} could not be read in full${flaw === undefined ? '' : `: ${flaw.because}`}`;
}
