import { alertKey } from '../decide/alerts/follow-alert.ts';
import { judgeWaste } from '../evaluate/waste.ts';
import type { Alert } from '../model/alert.ts';
import { Part, type ProjectObservation, partOf } from '../model/facts/observation.ts';
import { type Resource, subjectOf } from '../model/facts/resource.ts';
import type { Head } from '../model/head.ts';
import { type ProjectId, type Subject, type Target, targetOf } from '../model/ids.ts';
import type { WasteCondition, WasteRule } from '../model/rules/resource-rules.ts';
import { type Instant, later } from '../model/time/time.ts';
import type { ViewInput } from './view-input.ts';

/** A resource that costs and is of no use, or of which that cannot be told. */
export type WasteView = {
  readonly project: ProjectId;
  readonly subject: Subject;
  readonly resource: Resource;
  readonly rule: WasteRule;
  /** `grace`: it looks so, and not for long enough to be said. */
  readonly state: 'waste' | 'grace' | 'unknown';
  readonly condition: WasteCondition | null;
  /** Since when it was found so; `null` when no look has noted it. */
  readonly since: Instant | null;
  /** When its grace ends. */
  readonly saidFrom: Instant | null;
  readonly because: string;
};

/** What waste rules say of all that there is, by when each was last seen. */
export const wasteIn = (heads: readonly Head[], context: Pick<ViewInput, 'policy'>): readonly WasteView[] =>
  heads.flatMap((head) => {
    const target = targetOf(head.target);
    const { observation } = head;
    if (observation?.kind !== 'project' || target.kind !== 'project') return [];
    return context.policy.rules.flatMap((rule) =>
      rule.kind === 'waste' ? wasteOf(head, target, observation, rule) : [],
    );
  });

type ProjectTarget = Extract<Target, { kind: 'project' }>;

function wasteOf(
  head: Head,
  target: ProjectTarget,
  observation: ProjectObservation,
  rule: WasteRule,
): WasteView[] {
  const resources = new Map(
    observation.resources.map((resource) => [subjectOf(target.project, resource), resource]),
  );
  // Storage is looked at once an hour: each thing is judged as it was last seen.
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
    const about = { project: target.project, subject, resource, rule };
    const unseen = whyUnseen(head, resource);
    if (kind === 'unknown' || unseen !== null) {
      const told = { state: 'unknown', condition: null, since: null, saidFrom: null } as const;
      if (!views.has(subject)) views.set(subject, { ...about, ...told, because: unseen ?? because });
      continue;
    }
    const alert = head.alerts.find(({ key, phase }) => key === alertKey(verdict) && phase !== 'over');
    const condition = verdict.figures?.kind === 'waste' ? verdict.figures.condition : null;
    // What a volume holds looks the same in use and out of it until it has done so for a while.
    if (condition === 'untouched-volume' && alert?.phase !== 'firing') continue;
    views.set(subject, { ...about, condition, because, ...standing(alert, rule) });
  }
  return [...views.values()];
}

function standing(
  alert: Alert | undefined,
  rule: WasteRule,
): Pick<WasteView, 'state' | 'since' | 'saidFrom'> {
  if (alert === undefined) return { state: 'grace', since: null, saidFrom: null };
  const { since, phase } = alert;
  return phase === 'firing'
    ? { state: 'waste', since, saidFrom: null }
    : { state: 'grace', since, saidFrom: later(since, rule.for) };
}

/** Why what was last seen of a resource may not hold any more; `null` when it was seen as it should. */
function whyUnseen(
  { failedPolls, failedBecause, failingSince, observation }: Head,
  { kind }: Resource,
): string | null {
  if (failedPolls > 0) return `its project was not seen since: ${failedBecause}`;
  const part = partOf[kind];
  if (failingSince[part] === undefined) return null;
  const flaw = observation?.missing.find((missing) => missing.part === part);
  return `${part} could not be seen whole${flaw === undefined ? '' : `: ${flaw.because}`}`;
}
