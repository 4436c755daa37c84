import { erasedByRest, getCloudProfile } from '../../../clouds/profiles.ts';
import { getResultingActivity } from '../../../model/action-kind.ts';
import { alreadySo } from '../../../model/facts/at-rest.ts';
import { castToVmId } from '../../../model/facts/resource.ts';
import type { Recheck, Reread } from '../../../model/reread.ts';
import { findLatest, type Instant } from '../../../model/time/time.ts';
import type { Head } from '../../../state/head.ts';
import type { Intent } from '../../../state/intent.ts';
import type { Override } from '../../../state/override.ts';
import type { Policy } from '../../../state/policy.ts';
import { findResource } from '../../subjects.ts';
import { plannedNow } from '../planned.ts';
import { findPauseReason, findProtectionReason } from '../protection.ts';
import * as ofAnnouncement from './announcement-guards.ts';
import type { GuardInput, Objector, Phase, PhaseInput } from './guard-input.ts';
import * as ofResource from './resource-guards.ts';
import * as ofRule from './rule-guards.ts';

/** One reason not to act on a resource, with the phases that check it and the invariants it serves. */
export type Guard = {
  readonly name: string;
  readonly phases: readonly Phase[];
  readonly invariants: readonly number[];
  objection(input: GuardInput): string | null;
  /** True if it also withdraws the announcement: the action is announced anew once it may proceed. */
  readonly withdraws: boolean;
};

const guard = <P extends Phase>(
  name: string,
  phases: readonly P[],
  invariants: readonly number[],
  objection: Objector<P>,
  effect?: 'withdraws',
): Guard => ({ name, phases, invariants, objection, withdraws: effect !== undefined });

/**
 * All guards. Each phase asks those that name it, in this order, and reports the first objection. Caps (invariant 4)
 * apply to all actions of a run together, in `caps.ts`.
 */
export const guards: readonly Guard[] = [
  guard('expired', ['claim', 'perform'], [1], ofResource.expired),
  guard('clock', ['order', 'claim'], [1, 13], ofResource.clock),
  guard('identity', ['start', 'perform'], [5], ofResource.identity),
  guard('restart', ['perform'], [5, 6, 30], ofResource.restart),
  guard(
    'protection',
    ['announce', 'decide', 'order', 'start', 'perform'],
    [1, 3, 25],
    findProtectionReason,
    'withdraws',
  ),
  guard(
    'pause',
    ['announce', 'decide', 'order', 'start', 'claim', 'perform'],
    [13, 25],
    findPauseReason,
    'withdraws',
  ),
  guard('at-rest', ['announce', 'decide', 'order', 'perform'], [2], ofResource.atRest, 'withdraws'),
  guard('long-ago', ['decide'], [2], ofAnnouncement.longAgo, 'withdraws'),
  guard('whole-poll', ['decide'], [1], ofResource.wholePoll),
  guard('state', ['announce', 'decide', 'order', 'perform'], [1, 5], ofResource.otherState),
  guard('whole-record', ['announce', 'decide', 'order', 'perform'], [1], ofResource.wholeRecord),
  guard('known-age', ['announce', 'decide', 'order', 'perform'], [1], ofResource.knownAge),
  guard('commitment', ['announce', 'decide', 'order', 'perform'], [3], ofResource.commitment),
  guard('cool-off', ['announce', 'decide'], [7], ofRule.coolOff),
  guard('policy', ['decide', 'start', 'perform'], [13], ofRule.policy, 'withdraws'),
  guard(
    'erasure',
    ['announce', 'decide', 'order', 'perform'],
    [2, 5, 13],
    ofAnnouncement.erasure,
    'withdraws',
  ),
  guard('business-hours', ['decide', 'perform'], [13], ofRule.businessHours),
  guard('ordered-start', ['perform'], [7], ofRule.orderedStart),
  guard('announced', ['decide', 'perform'], [2, 16], ofAnnouncement.announced),
  guard('answer', ['announce', 'decide', 'perform'], [2, 25], ofAnnouncement.answer),
  guard('terms', ['decide', 'perform'], [2], ofAnnouncement.terms, 'withdraws'),
  guard('silence', ['perform'], [25], ofAnnouncement.silenced),
  guard('grace', ['decide', 'perform'], [2, 13], ofAnnouncement.grace),
  guard('tries', ['announce', 'decide'], [6], ofAnnouncement.tries),
  guard('retry', ['decide', 'start'], [6], ofAnnouncement.retry),
  guard('match', ['perform'], [5, 13], ofRule.match),
  guard('image', ['decide', 'perform'], [5], ofRule.image),
  guard('cause', ['perform'], [1, 5], ofRule.cause),
  guard('on-its-way', ['decide', 'order', 'start'], [6], ofResource.onItsWay),
];

/** The reason why an action may not proceed, and the guard that gave it. */
type Objection = { readonly guard: string; readonly because: string };

/** Returns the first objection of a phase; `null` when no guard objects. */
export function findObjection(input: GuardInput): Objection | null {
  for (const { name, phases, objection } of guards) {
    const because = phases.includes(input.phase) ? objection(input) : null;
    if (because !== null) return { guard: name, because };
  }
  return null;
}

/** Reports whether any guard withdraws the announcement, whichever objection is reported. */
export const withdrawsAnnouncement = (input: PhaseInput<'decide'>): boolean =>
  guards.some(
    ({ withdraws, phases, objection }) =>
      withdraws && phases.includes(input.phase) && objection(input) !== null,
  );

/** The input for rechecking a decision. */
export type RecheckInput = {
  readonly intent: Intent;
  /** The head that holds the intent, as it was claimed. */
  readonly head: Head;
  readonly policy: Policy;
  readonly overrides: readonly Override[];
  readonly now: Instant;
};

/** Checks whether a decided action still holds for the resource as it is now. */
export function recheckAction({ head, ...context }: RecheckInput, reread: Reread): Recheck {
  const { intent, policy } = context;
  const { activity, state } = reread.resource;
  if (activity === getResultingActivity(intent.kind))
    return { kind: 'already-so', because: alreadySo(state) };
  const known = findResource(head, intent.subject);
  const boots = [reread.bootedAt, known?.createdAt === reread.resource.createdAt ? known.bootedAt : null];
  const objection = findObjection({
    ...context,
    ...reread,
    bootedAt: findLatest(boots.flatMap((at) => at ?? [])),
    phase: 'perform',
    action: intent.kind,
    erases: erasedByRest(getCloudProfile(head.observation?.cloud), intent.kind, reread.resource),
    target: intent.target,
    alert: head.alerts.find(({ key }) => key === intent.alert),
    had: head.signalsKnownAt[castToVmId(reread.resource)] ?? {},
    supported: head.observation?.kind === 'project' ? head.observation.signals : [],
    planned: plannedNow(head, intent, policy),
  });
  return objection === null ? { kind: 'go' } : { kind: 'cancelled', because: objection.because };
}
