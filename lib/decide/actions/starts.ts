import { wakeOf } from '../../model/action-kind.ts';
import { type Resource, subjectOf } from '../../model/facts/resource.ts';
import { IntentId, targetOf } from '../../model/ids.ts';
import type { Rule } from '../../model/rules/rule.ts';
import { hoursAt, localMinute } from '../../model/time/period.ts';
import { isoInstant, later } from '../../model/time/time.ts';
import { type Progress, withDecision } from '../progress.ts';
import type { FollowInput } from '../turn-input.ts';
import { objectionTo } from './guards/guards.ts';
import { withIntent } from './with-intent.ts';

/** Starts, once its hours have begun, what a schedule brought to rest and nobody has started since. */
export function decideStart(
  progress: Progress,
  rule: Rule,
  resource: Resource | undefined,
  context: FollowInput,
): Progress {
  const { head, policy, around, observation, intervals } = context;
  const target = targetOf(head.target);
  if (rule.kind !== 'schedule' || observation?.kind !== 'project' || target.kind !== 'project')
    return progress;
  const step = rule.then.find(({ kind }) => kind === 'start');
  if (step?.kind !== 'start' || resource?.activity !== 'stopped') return progress;
  const subject = subjectOf(target.project, resource);
  const past = progress.stops.find((stop) => stop.subject === subject && stop.rule === rule.name);
  const action = wakeOf(resource.kind);
  const { at } = observation;
  const { isInside, off } = hoursAt(rule.windows, at, policy.timezone);
  if (past === undefined || !past.ours || action === null || !isInside) return progress;
  // Brought to rest after its hours had begun, by an order or as they were then: it was meant to rest.
  if (off.until !== null && past.stoppedAt >= off.until) return progress;
  const about = { subject, rule: rule.name };
  const asked = { target: head.target, policy, overrides: around.overrides, resource, now: at };
  const planned = { mode: rule.mode === 'enforce' ? step.mode : 'observe' } as const;
  const objection = objectionTo({ ...asked, phase: 'start', action: action, planned, past, progress });
  if (objection !== null)
    return withDecision(progress, { kind: 'nothing', ...about, because: objection.because });
  const began = off.until === null ? '' : ` at ${localMinute(off.until, policy.timezone)}`;
  const because = `its hours began${began}, and it was at rest for them alone`;
  return withIntent(progress, {
    intent: {
      id: IntentId.parse(`${subject}#${rule.name}#${action}#${isoInstant(at)}`),
      kind: action,
      target: head.target,
      ...about,
      alert: null,
      by: null,
      expiresAt: later(at, intervals.intentLife),
      because,
    },
    resource,
    at,
  });
}
