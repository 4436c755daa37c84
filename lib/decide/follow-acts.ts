import type { Alert } from '../model/alert.ts';
import { IntentId, type TargetId } from '../model/ids.ts';
import type { Intent } from '../model/intent.ts';
import type { Intervals } from '../model/intervals.ts';
import type { NextStep } from '../model/notice.ts';
import type { ProjectObservation } from '../model/observation.ts';
import type { Policy } from '../model/policy.ts';
import { type Resource, vmIdOf } from '../model/resource.ts';
import type { ActingRule } from '../model/rule.ts';
import { isoInstant, later } from '../model/time.ts';
import { objectionNow, standingObjection } from './guards.ts';
import { type Progress, withDecision, withEntry } from './progress.ts';

/** Where a rule that may act found a breach. */
export type ActScene = {
  readonly target: TargetId;
  readonly policy: Policy;
  readonly rule: ActingRule;
  readonly resource: Resource;
  readonly sighting: ProjectObservation;
  readonly intervals: Intervals;
};

/** What comes of a breach, as it is announced. */
export function nextStep(progress: Progress, scene: ActScene): NextStep {
  const { rule, resource } = scene;
  const [step] = rule.then;
  if (step === undefined) return { kind: 'nothing', because: 'the rule only tells' };
  if (resource.kind !== 'vm') return { kind: 'nothing', because: 'only VMs are stopped' };
  const objection = standingObjection({ ...scene, progress });
  if (objection !== null) return { kind: 'nothing', because: objection };
  return { kind: rule.mode === 'enforce' ? 'stop' : 'would-stop', after: step.after };
}

/** Makes an intent of a breach that was announced and has had its grace, unless any guard objects. */
export function decideStop(progress: Progress, alert: Alert, scene: ActScene): Progress {
  const { rule, target, sighting, intervals, resource } = scene;
  const [step] = rule.then;
  if (step === undefined || resource.kind !== 'vm') return progress;
  const about = { subject: alert.subject, rule: rule.name };
  const objection = objectionNow({ ...scene, step, alert, progress });
  if (objection !== null) return withDecision(progress, { kind: 'nothing', ...about, because: objection });
  const { at } = sighting;
  const intent: Intent = {
    id: IntentId.parse(`${alert.subject}#${rule.name}#stop#${isoInstant(at)}`),
    kind: 'stop',
    target,
    vm: vmIdOf(resource),
    ...about,
    alert: alert.key,
    decidedAt: at,
    expiresAt: later(at, intervals.intentLife),
    createdAt: resource.createdAt,
    because: alert.because,
    state: { kind: 'waiting' },
  };
  const because = `announced, and it still holds: ${alert.because}`;
  const decided = withEntry(
    { ...progress, intents: [...progress.intents, intent] },
    { at, event: 'decided', ...about, because },
  );
  return withDecision(decided, { kind: 'stop', ...about, because });
}
