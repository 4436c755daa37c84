import { isDestructive } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Activity, Resource } from '../../model/facts/resource.ts';
import type { Head } from '../../model/head.ts';
import { type Target, targetOf } from '../../model/ids.ts';
import type { Intent } from '../../model/intent.ts';
import type { Override } from '../../model/override.ts';
import type { Recheck, Reread } from '../../model/reread.ts';
import { matchesResource } from '../../model/rules/match.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { LifetimeRule } from '../../model/rules/resource-rules.ts';
import type { ActingRule } from '../../model/rules/rule.ts';
import { budgetInterval, hoursAt } from '../../model/time/period.ts';
import { between, type Instant, isoInstant } from '../../model/time/time.ts';
import { signOfLife } from '../sign-of-life.ts';
import { answerTo } from './answers.ts';
import { heldByHours, misfitOf, wordAgainst } from './guards.ts';
import { stillPlanned } from './still-planned.ts';

/** What a decision is held against once more. */
export type RecheckInput = {
  readonly intent: Intent;
  /** The head that the intent stands in, as it was claimed. */
  readonly head: Head;
  readonly policy: Policy;
  readonly overrides: readonly Override[];
  readonly now: Instant;
};

/** Whether a decided act still holds for the resource as it is now. */
export function recheckAction(context: RecheckInput, reread: Reread): Recheck {
  const { activity, state } = reread.resource;
  if (activity === wanted[context.intent.kind])
    return { kind: 'already-so', because: `it is ${state} already` };
  const because = objectionTo(context, reread);
  return because === null ? { kind: 'go' } : { kind: 'cancelled', because };
}

const wanted: Readonly<Record<Intent['kind'], Activity | null>> = {
  stop: 'stopped',
  'power-off': 'stopped',
  image: null,
  terminate: 'gone',
  start: 'running',
  'power-on': 'running',
};

function objectionTo(context: RecheckInput, reread: Reread): string | null {
  const { intent, policy, now } = context;
  const { resource, bootedAt } = reread;
  const target = targetOf(intent.target);
  if (now > intent.expiresAt) return `it was decided for no later than ${isoInstant(intent.expiresAt)}`;
  if (resource.createdAt !== intent.createdAt) return 'another has taken its name since it was decided';
  if (bootedAt !== null && bootedAt > intent.decidedAt)
    return `it was started again at ${isoInstant(bootedAt)}`;
  const planned = { act: intent.kind };
  return (
    misfitOf(planned, resource, now) ??
    wordAgainst(context, intent.target, resource, now) ??
    // A person who orders a stop in business hours means it.
    (intent.by === null ? heldByHours(planned, policy, now) : null) ??
    (intent.by === null ? orderedOtherwise(context) : null) ??
    (intent.by === null ? ruleObjection(context, reread, target) : null)
  );
}

/** Who ordered it to be started since a rule decided to stop or delete it. */
function orderedOtherwise({ intent, overrides, now }: RecheckInput): string | null {
  if (!isDestructive(intent.kind)) return null;
  const order = overrides.find(
    (told) =>
      told.kind === 'order' &&
      told.act === 'start' &&
      told.subject === intent.subject &&
      intent.decidedAt < told.at &&
      told.at <= now,
  );
  return order === undefined ? null : `${order.author} ordered it to be started: ${order.reason}`;
}

function ruleObjection(
  { intent, head, policy, overrides, now }: RecheckInput,
  reread: Reread,
  target: Target,
): string | null {
  const { resource, image } = reread;
  const found = stillPlanned(head, intent, policy, now);
  if (found.kind === 'objection') return found.because;
  const { rule, approve } = found;
  // What was said since it was decided counts, and so does a yes that is asked for only now.
  const alert = head.alerts.find(({ key }) => key === intent.alert);
  const answer = alert && answerTo(alert, { approve }, overrides, now);
  if (answer !== undefined && answer.kind !== 'go') return answer.because;
  const speaksOfIt = rule.kind === 'budget' || matchesResource(rule.match, target, resource, now);
  if (!speaksOfIt) return 'the rule no longer speaks of it';
  if (intent.image !== null && intent.kind === 'terminate' && image?.activity !== 'running')
    return `its image ${intent.image} is ${image === null ? 'not there' : image.state}`;
  return intent.kind === 'stop' || intent.kind === 'power-off'
    ? stillBreached(rule, intent, policy, reread, now)
    : null;
}

/** Whether what a stop was decided for still holds. */
function stillBreached(
  rule: ActingRule,
  intent: Intent,
  policy: Policy,
  { resource, points }: Reread,
  now: Instant,
): string | null {
  switch (rule.kind) {
    case 'idle':
      return signOfLife([rule], resource, points, intent.decidedAt, now);
    // These go by the clock or by money: they stop what is in use too, and what has GPUs.
    case 'schedule':
      return hoursAt(rule.windows, now, policy.timezone).isInside ? 'its hours have begun' : null;
    case 'lifetime':
      return isTooOld(rule, resource, now) ? null : 'it may live longer by now';
    case 'budget': {
      const [then, today] = [intent.decidedAt, now].map((at) =>
        budgetInterval(rule.period, at, policy.timezone),
      );
      if (then?.from !== today?.from) return 'another period of the budget has begun';
      if (intent.of !== 'idle') return null;
      const idle = policy.rules.flatMap((it) =>
        it.kind === 'idle' && matchesResource(it.match, targetOf(intent.target), resource, now) ? [it] : [],
      );
      return signOfLife(idle, resource, points, intent.decidedAt, now);
    }
    case 'waste':
      return 'a rule on waste stops nothing';
    default:
      return assertNever(rule);
  }
}

const isTooOld = ({ longest }: LifetimeRule, { createdAt }: Resource, now: Instant): boolean =>
  createdAt !== null && between(createdAt, now) > longest;
