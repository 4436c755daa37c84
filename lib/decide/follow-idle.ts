import type { Alert } from '../model/alert.ts';
import { assertNever } from '../model/assert-never.ts';
import {
  AlertKey,
  IntentId,
  MessageId,
  type RuleName,
  type Subject,
  type TargetId,
  targetOf,
} from '../model/ids.ts';
import type { Intent } from '../model/intent.ts';
import type { Intervals } from '../model/intervals.ts';
import type { NextStep } from '../model/notice.ts';
import type { ProjectObservation } from '../model/observation.ts';
import type { Policy } from '../model/policy.ts';
import { type Resource, subjectOf, vmIdOf } from '../model/resource.ts';
import type { IdleRule } from '../model/rule.ts';
import { isoInstant, later } from '../model/time.ts';
import type { Verdict } from '../model/verdict.ts';
import { objectionNow, standingObjection } from './guards.ts';
import { type Progress, withAlert, withDecision, withEntry, withMessage, withoutAlert } from './progress.ts';

/** Where an idle verdict was given. */
export type IdleScene = {
  readonly target: TargetId;
  readonly policy: Policy;
  readonly rule: IdleRule;
  readonly sighting: ProjectObservation;
  readonly intervals: Intervals;
};

/** What an idle verdict leads to: an alert that opens or ends, an announcement, an intent, or nothing. */
export function followIdle(progress: Progress, verdict: Verdict, scene: IdleScene): Progress {
  const vm = resourceOf(verdict, scene);
  if (vm === undefined) return progress;
  const key = idleAlertKey(verdict.rule, verdict.subject, vm);
  const alert = progress.alerts.find((known) => known.key === key);
  const about = { subject: verdict.subject, rule: verdict.rule, because: verdict.because };
  switch (verdict.kind) {
    case 'clear':
      return alert ? endAlert(progress, alert, verdict.because, scene.sighting) : progress;
    case 'unknown':
    case 'suspect':
      return withDecision(progress, { kind: 'nothing', ...about });
    case 'breached': {
      const announced = announce(progress, verdict, alert, vm, scene);
      return decideStop(announced.progress, { ...announced.alert, because: verdict.because }, vm, scene);
    }
    default:
      return assertNever(verdict);
  }
}

/** Ends an alert and says so, since its beginning was said too. */
export function endAlert(
  progress: Progress,
  alert: Alert,
  because: string,
  { at }: ProjectObservation,
): Progress {
  const about = { subject: alert.subject, rule: alert.rule, because };
  const open = progress.intents.filter(
    (intent) => intent.alert !== alert.key || intent.state.kind !== 'waiting',
  );
  const said = withMessage(withoutAlert({ ...progress, intents: open }, alert), {
    id: MessageId.parse(`${alert.key}#${isoInstant(alert.since)}#over`),
    at,
    severity: 'info',
    notice: { kind: 'idle-over', ...about },
    delivered: [],
  });
  return withEntry(said, { at, event: 'resolved', ...about });
}

/** Another VM under the same id is another VM, and what was announced of the first does not hold for it. */
export const idleAlertKey = (rule: RuleName, subject: Subject, vm: Resource): AlertKey =>
  AlertKey.parse(`${subject}#${rule}#${vm.createdAt === null ? '' : isoInstant(vm.createdAt)}`);

function resourceOf(verdict: Verdict, { target, sighting }: IdleScene): Resource | undefined {
  const { project } = projectOf(target);
  const isMeant = (vm: Resource) =>
    verdict.subject.endsWith(vm.id) && subjectOf(project, vm) === verdict.subject;
  return sighting.resources.find(isMeant);
}

function projectOf(id: TargetId) {
  const target = targetOf(id);
  if (target.kind !== 'project') throw new TypeError(`${id} is not a project`);
  return target;
}

/** Opens the alert, or finds it open; announces the stop when one is planned and not yet announced. */
function announce(
  progress: Progress,
  verdict: Verdict,
  known: Alert | undefined,
  vm: Resource,
  scene: IdleScene,
): { readonly progress: Progress; readonly alert: Alert } {
  const { at } = scene.sighting;
  const key = idleAlertKey(verdict.rule, verdict.subject, vm);
  const next = nextStep(progress, vm, scene);
  const willStop = next.kind === 'stop';
  if (known !== undefined && (known.announcement !== null || !willStop)) {
    return { progress, alert: known };
  }
  const since = known?.since ?? at;
  const id = MessageId.parse(`${key}#${isoInstant(since)}#${willStop ? 'stop-announced' : 'found'}`);
  const alert: Alert = {
    key,
    rule: verdict.rule,
    subject: verdict.subject,
    severity: 'warning',
    since,
    level: null,
    announcement: willStop ? { message: id, after: next.after, deliveredAt: null } : null,
    retryAfter: known?.retryAfter ?? null,
    because: verdict.because,
  };
  const about = { subject: verdict.subject, rule: verdict.rule, because: verdict.because };
  const said = withMessage(withAlert(progress, alert), {
    id,
    at,
    severity: 'warning',
    notice: { kind: 'idle-found', ...about, since, price: vm.price, next },
    delivered: [],
  });
  const logged = withEntry(said, { at, event: 'alert', ...about });
  return { progress: withDecision(logged, { kind: 'notify', ...about }), alert };
}

function nextStep(progress: Progress, vm: Resource, scene: IdleScene): NextStep {
  const { rule, policy, target, sighting } = scene;
  const [step] = rule.then;
  if (step === undefined) return { kind: 'nothing', because: 'the rule only tells' };
  const objection = standingObjection({ target, policy, rule, vm, sighting, progress });
  if (objection !== null) return { kind: 'nothing', because: objection };
  return { kind: rule.mode === 'enforce' ? 'stop' : 'would-stop', after: step.after };
}

function decideStop(progress: Progress, alert: Alert, vm: Resource, scene: IdleScene): Progress {
  const { rule, policy, target, sighting, intervals } = scene;
  const [step] = rule.then;
  if (step === undefined) return progress;
  const about = { subject: alert.subject, rule: rule.name };
  const objection = objectionNow({ target, policy, rule, step, alert, vm, sighting, progress });
  if (objection !== null) return withDecision(progress, { kind: 'nothing', ...about, because: objection });
  const { at } = sighting;
  const intent: Intent = {
    id: IntentId.parse(`${alert.subject}#${rule.name}#stop#${isoInstant(at)}`),
    kind: 'stop',
    target,
    vm: vmIdOf(vm),
    ...about,
    alert: alert.key,
    decidedAt: at,
    expiresAt: later(at, intervals.intentLife),
    createdAt: vm.createdAt,
    because: alert.because,
    state: { kind: 'waiting' },
  };
  const because = `announced and still idle: ${alert.because}`;
  const decided = withEntry(
    { ...progress, intents: [...progress.intents, intent] },
    { at, event: 'decided', ...about, because },
  );
  return withDecision(decided, { kind: 'stop', ...about, because });
}
