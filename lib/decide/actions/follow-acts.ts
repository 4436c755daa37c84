import type { Alert } from '../../model/alert.ts';
import { IntentId } from '../../model/ids.ts';
import type { NextStep } from '../../model/notification.ts';
import type { Breach } from '../../model/rules/verdict.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { isoInstant, later } from '../../model/time/time.ts';
import { withdraw } from '../alerts/follow-alert.ts';
import { type Progress, withDecision } from '../progress.ts';
import { answerTo } from './answers.ts';
import type { OnBreach } from './guards/guard-input.ts';
import { objectionTo, withdrawsAnnouncement } from './guards/guards.ts';
import { imageNameFor } from './later-steps.ts';
import { stepsAfter } from './planned.ts';
import { withIntent } from './with-intent.ts';

/** Where a rule that may act found a breach. */
export type ActionInput = Omit<OnBreach, 'action' | 'now' | 'progress'> & { readonly intervals: Intervals };

/** Returns what comes of a breach, as people are told; `alert` is what was told of it before. */
export function nextStep(progress: Progress, context: ActionInput, alert: Alert | undefined): NextStep {
  const { planned, rule } = context;
  const objection = objectionTo({ ...asked(context), phase: 'announce', alert, progress });
  if (objection !== null) return { kind: 'nothing', because: objection.because };
  const { action, after, notBefore, approve, mode } = planned;
  const then = stepsAfter(planned, rule);
  return { kind: mode === 'enforce' ? 'action' : 'not-enforced', action, after, notBefore, approve, then };
}

const asked = (of: ActionInput) => ({ ...of, action: of.planned.action, now: of.observation.at });

/** Makes an intent of a breach that was announced and has had its grace, unless any guard objects. */
export function decideAction(
  progress: Progress,
  verdict: Breach,
  alert: Alert,
  context: ActionInput,
): Progress {
  const { rule, target, observation, intervals, resource, planned, overrides } = context;
  const { action, of, threshold = null } = planned;
  const { subject } = alert;
  const about = { subject, rule: rule.name };
  const input = { ...asked(context), phase: 'decide', alert, progress } as const;
  const objection = objectionTo(input);
  if (objection !== null) {
    const kept = withdrawsAnnouncement(input) ? withdraw(progress, alert) : progress;
    return withDecision(kept, { kind: 'nothing', ...about, because: objection.because });
  }
  const { at } = observation;
  const answer = answerTo(alert, planned, overrides, at);
  return withIntent(progress, {
    intent: {
      id: IntentId.parse(`${subject}#${rule.name}#${action}#${isoInstant(at)}`),
      kind: action,
      target,
      ...about,
      alert: alert.key,
      by: null,
      expiresAt: later(at, intervals.intentLife),
      image: action === 'image' ? imageNameFor(subject, at) : planned.image,
      of,
      threshold,
      because: alert.because,
    },
    resource,
    at,
    because: `announced, and it still holds: ${alert.because}`,
    by: answer.kind === 'go' ? answer.by : null,
    figures: verdict.figures,
  });
}
