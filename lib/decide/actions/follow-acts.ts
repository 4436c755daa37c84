import type { Alert } from '../../model/alert.ts';
import type { ProjectObservation } from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { IntentId, type TargetId } from '../../model/ids.ts';
import type { NextStep } from '../../model/notification.ts';
import type { Override } from '../../model/override.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { ActingRule } from '../../model/rules/rule.ts';
import type { Breach, Planned } from '../../model/rules/verdict.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { isoInstant, later } from '../../model/time/time.ts';
import { callOff } from '../alerts/follow-alert.ts';
import { type Progress, withAlert, withDecision } from '../progress.ts';
import { answerTo } from './answers.ts';
import { givenUp, isGivenUp, objectionNow, standingObjection } from './guards.ts';
import { imageNameFor } from './later-steps.ts';
import { stepsAfter } from './planned.ts';
import { withIntent } from './with-intent.ts';

/** Where a rule that may act found a breach. */
export type ActionInput = {
  readonly target: TargetId;
  readonly policy: Policy;
  readonly overrides: readonly Override[];
  readonly rule: ActingRule;
  /** The act that the breach asks for. */
  readonly planned: Planned;
  readonly resource: Resource;
  readonly observation: ProjectObservation;
  readonly intervals: Intervals;
};

/** What comes of a breach, as it is said; `known` is what was said of it before. */
export function nextStep(progress: Progress, context: ActionInput, known: Alert | undefined): NextStep {
  const { planned, rule } = context;
  const objection =
    standingObjection({ ...context, progress }) ??
    (known === undefined ? null : settledBefore(known, context));
  if (objection !== null) return { kind: 'nothing', because: objection };
  const { act, after, notBefore, approve, mode } = planned;
  const then = stepsAfter(planned, rule);
  return { kind: mode === 'enforce' ? 'act' : 'would-act', act, after, notBefore, approve, then };
}

/** Why an act that was announced does not come any more, however often its alert is said again. */
function settledBefore(alert: Alert, { planned, overrides, observation }: ActionInput): string | null {
  if (planned.mode !== 'enforce') return null;
  const answer = answerTo(alert, planned, overrides, observation.at);
  if (answer.kind === 'denied' || answer.kind === 'lapsed') return answer.because;
  return isGivenUp(alert) ? givenUp(alert) : null;
}

/** Makes an intent of a breach that was announced and has had its grace, unless any guard objects. */
export function decideAction(
  progress: Progress,
  verdict: Breach,
  alert: Alert,
  context: ActionInput,
): Progress {
  const { rule, target, observation, intervals, resource, planned, overrides } = context;
  const { act, of } = planned;
  const { subject } = alert;
  const about = { subject, rule: rule.name };
  const objection = objectionNow({ ...context, alert, progress });
  if (objection !== null) {
    const { because, takesBack } = objection;
    const kept = takesBack ? withAlert(callOff(progress, alert), { ...alert, announcement: null }) : progress;
    return withDecision(kept, { kind: 'nothing', ...about, because });
  }
  const { at } = observation;
  const answer = answerTo(alert, planned, overrides, at);
  return withIntent(progress, {
    intent: {
      id: IntentId.parse(`${subject}#${rule.name}#${act}#${isoInstant(at)}`),
      kind: act,
      target,
      ...about,
      alert: alert.key,
      by: null,
      expiresAt: later(at, intervals.intentLife),
      image: act === 'image' ? imageNameFor(subject, at) : planned.image,
      of,
      because: alert.because,
    },
    resource,
    at,
    because: `announced, and it still holds: ${alert.because}`,
    by: answer.kind === 'go' ? answer.by : null,
    figures: verdict.figures,
  });
}
