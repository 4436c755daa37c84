import { getCloudProfile } from '../../clouds/profiles.ts';
import { isPaused, pausesNow } from '../../decide/actions/protection.ts';
import { findCommonCloud } from '../../decide/group.ts';
import { findUnresolvedSpell } from '../../decide/own-health/blindness.ts';
import { Subject, type TargetId, toTarget } from '../../model/ids.ts';
import { shortSubject, subjectParts } from '../../model/subject.ts';
import { localMinute } from '../../model/time/period.ts';
import { computeSpan, days, findEarliest, findLatest, type Instant, minutes } from '../../model/time/time.ts';
import { counted, formatShortList, withStop } from '../../model/words.ts';
import { computeEstimatedRate } from '../../rules/facts.ts';
import type { Head } from '../../state/head.ts';
import type { OverrideByKind } from '../../state/override.ts';
import { wouldStopTargetResources } from '../../state/policy-needs.ts';
import { findUnjudgedVms, unjudgedInWords } from '../unjudged.ts';
import type { ViewInput } from '../view-input.ts';
import { lossNotices } from './losses.ts';
import { general, type Notice, timeAndAge } from './notice.ts';
import { connectionNotices, keyNotices, partNotices } from './spell-notices.ts';

/** The condition of spendwatch itself: the completeness of its figures, and reasons why it takes no actions. */
export type Condition = {
  /** The time of the newest successful poll of any target; `null` before the first. */
  readonly seenAt: Instant | null;
  /** Why no figure is up to date; `null` while polls succeed. */
  readonly blindBecause: string | null;
  /** Notices that a reader must see before any figure, the most severe first. */
  readonly notices: readonly Notice[];
};

/** Returns the condition, from the ledger and the reader's policy file. */
export function buildCondition(heads: readonly Head[], context: ViewInput): Condition {
  const polled = heads.filter(
    ({ target, failureScope }) => toTarget(target).kind !== 'group' && failureScope !== 'unlisted',
  );
  const seenAt = findLatest(polled.flatMap(({ observation }) => observation?.at ?? []));
  const blindBecause = findBlindnessReason(polled, seenAt, context);
  return {
    seenAt,
    blindBecause,
    notices: [
      ...lossNotices(heads, context),
      ...(blindBecause === null || blindBecause === nothingYet
        ? []
        : [blindNotice(seenAt, blindBecause, context)]),
      ...connectionNotices(context),
      ...policyNotices(context),
      ...keyNotices(context),
      ...refusedKeyNotices(heads, context),
      ...pausesNow(context.overrides, context.now).map((pause) => pauseNotice(pause, heads, context)),
      ...(blindBecause === null ? unreadNotices(polled, context) : []),
      ...partNotices(context),
      ...orderNotices(heads, context),
      ...unjudgedNotices(heads, context),
      ...estimateNotices(heads),
    ],
  };
}

/** True if a notice concerns a target. */
export const concerns = ({ targets }: Notice, target: TargetId): boolean =>
  targets === null || targets.includes(target);

const nothingYet = 'no poll has run yet';

/** Returns why no poll succeeds; `null` while at least one target is polled in time. */
function findBlindnessReason(
  polled: readonly Head[],
  seenAt: Instant | null,
  { control, intervals, policy, now }: ViewInput,
): string | null {
  const clock = findUnresolvedSpell(control.blind, 'clock', null);
  if (clock !== undefined) return clock.because;
  const [failed] = polled.filter(({ failedPolls }) => failedPolls > 0);
  const because =
    failed?.failedBecause ??
    control.blind.find(({ matter, isResolved }) => matter === 'sight' && !isResolved)?.because;
  const triedAt = findLatest(polled.flatMap(({ polledAt }) => polledAt ?? []));
  const isLate = (at: Instant | null) =>
    at === null || computeSpan(at, now) > 2 * intervals.pollEvery + minutes(5);
  if (triedAt !== null && isLate(triedAt)) {
    const last = because === undefined ? '' : `; the last one failed: ${because}`;
    const then = triedAt === seenAt ? 'then' : localMinute(triedAt, policy.timezone);
    return `no poll has run since ${then}, so the service may have stopped${last}`;
  }
  if (seenAt === null) return because ?? nothingYet;
  const isFailing = polled.every(({ failedPolls }) => failedPolls > 0);
  return isFailing || isLate(seenAt) ? (because ?? 'no reason is known') : null;
}

const blindNotice = (since: Instant | null, because: string, context: ViewInput): Notice => ({
  ...general,
  kind: 'blind',
  severity: 'critical',
  since,
  says:
    since === null
      ? `No poll has succeeded yet: ${withStop(because)}`
      : `No poll has succeeded since ${timeAndAge(since, context)}: ${withStop(because)} All figures are from then.`,
});

function policyNotices(context: ViewInput): Notice[] {
  const { policyFault: fault, control, policy } = context;
  const spell = findUnresolvedSpell(control.blind, 'policy', null);
  const since = spell?.since ?? null;
  const sinceWhen = spell === undefined ? '' : ` since ${timeAndAge(spell.since, context)}`;
  const shared = { ...general, kind: 'policy', since } as const;
  if (fault === null)
    return spell === undefined
      ? []
      : [
          {
            ...shared,
            says: `At the last poll, the policy file was not in force${sinceWhen}: ${withStop(spell.because)}`,
          },
        ];
  const inForce =
    fault.lastGoodSince === null
      ? 'No good policy is recorded, so no rules are shown'
      : `The last good policy is in force instead, recorded ${timeAndAge(fault.lastGoodSince, context)}, with ${counted(policy.rules.length, 'rule')}`;
  return [
    {
      ...shared,
      says: `The policy file is not in force${sinceWhen}: ${withStop(fault.because)} ${inForce}.`,
    },
  ];
}

/** How long a refused key is reported if no later action was attempted. */
const refusalToldFor = days(1);

/** True if a refusal is reported. A key with a read-only role suffices for a policy without actions. */
const isTold = (
  { at, isByRole }: NonNullable<Head['keyRefused']>,
  target: TargetId,
  { policy, now }: ViewInput,
): boolean =>
  isByRole === true
    ? wouldStopTargetResources(policy, toTarget(target))
    : computeSpan(at, now) < refusalToldFor;

/** Returns notices of projects in which the platform refuses actions because of the key. */
function refusedKeyNotices(heads: readonly Head[], context: ViewInput): Notice[] {
  const refused = heads.flatMap((head) => {
    const { target, keyRefused } = head;
    return keyRefused !== undefined && isTold(keyRefused, target, context)
      ? [{ ...keyRefused, head, target }]
      : [];
  });
  const [first] = refused.toSorted((left, right) => left.at - right.at);
  if (first === undefined) return [];
  const cloud = getCloudProfile(findCommonCloud(refused.map(({ head }) => head)));
  const names = refused.map(({ target }) => shortSubject(Subject.parse(target)));
  const says = `The API key for actions has no permission to act in ${formatShortList(names)}, known since ${timeAndAge(first.at, context)}: ${withStop(first.because)}${cloud === null ? '' : ` It needs the ${cloud.permission} ${cloud.roleTo.act}.`}`;
  const targets = refused.map(({ target }) => target);
  return [{ ...general, kind: 'key', severity: 'critical', since: first.at, targets, says }];
}

function pauseNotice(pause: OverrideByKind<'pause'>, heads: readonly Head[], context: ViewInput): Notice {
  const { connection, project, author, reason, until, at } = pause;
  const scope =
    project === undefined
      ? 'All actions'
      : `Actions in ${connection ? `${project} (${connection})` : project}`;
  return {
    ...general,
    kind: 'pause',
    since: at,
    targets:
      project === undefined ? null : heads.map(({ target }) => target).filter((id) => isPaused(pause, id)),
    says: `${scope} are paused by ${author} until ${timeAndAge(until, context)}: ${withStop(reason)} Alerts are still sent.`,
  };
}

/** Returns notices of targets whose polls fail while others succeed. */
function unreadNotices(polled: readonly Head[], context: ViewInput): Notice[] {
  const failing = polled.filter(({ failedPolls }) => failedPolls > 0);
  const [head] = failing;
  const since = findEarliest(
    failing.map(({ observation, beganAt }) => observation?.at ?? beganAt ?? context.now),
  );
  if (head === undefined || since === null) return [];
  const names = failing.map(({ target }) => shortSubject(Subject.parse(target)));
  const says = `${failing.length} of ${counted(polled.length, 'target')} cannot be polled, the longest since ${timeAndAge(since, context)}: ${formatShortList(names)} (${head.failedBecause ?? 'no reason is known'}). Their figures are from then.`;
  return [{ ...general, kind: 'unread', since, targets: failing.map(({ target }) => target), says }];
}

/** Returns a notice of the part of the burn rate that no idle rule can judge. */
function unjudgedNotices(heads: readonly Head[], context: ViewInput): Notice[] {
  const unjudged = findUnjudgedVms(heads, context);
  if (unjudged === null) return [];
  const { targets } = unjudged;
  return [{ ...general, kind: 'unjudged', severity: 'info', targets, says: `${unjudgedInWords(unjudged)}.` }];
}

/** Returns a notice that explains the mark of estimates, if any present or monthly figure is one. */
function estimateNotices(heads: readonly Head[]): Notice[] {
  const targets = heads.flatMap(({ target, observation, meters }) => {
    const isNow = observation !== null && !computeEstimatedRate(observation).isZero();
    return isNow || meters?.month.estimated !== undefined ? [target] : [];
  });
  if (targets.length === 0) return [];
  const says =
    'Figures marked "~" are estimates, in whole or in part: the cloud quotes no price, or a resource is missing from its list but not confirmed to be gone.';
  return [{ ...general, kind: 'estimate', severity: 'info', targets, says }];
}

/** Returns notices of orders that are pending or failed. */
function orderNotices(heads: readonly Head[], context: ViewInput): Notice[] {
  const { overrides, now } = context;
  const orders = overrides.filter(
    (override): override is OverrideByKind<'order'> => override.kind === 'order' && now < override.until,
  );
  return orders
    .flatMap((order) => orderNotice(order, heads, context))
    .sort((left, right) => Number(left.severity === 'info') - Number(right.severity === 'info'));
}

function orderNotice(order: OverrideByKind<'order'>, heads: readonly Head[], context: ViewInput): Notice[] {
  const { id, action, subject, author, at, until } = order;
  const { target } = subjectParts(subject);
  const head = heads.find((candidate) => candidate.target === target);
  const taken = head?.orders.find((order) => order.id === id);
  const shared = { ...general, kind: 'order', since: at, targets: [target] } as const;
  const description = `${author}'s order to ${action} ${shortSubject(subject)}`;
  if (taken?.failedBecause != null)
    return [{ ...shared, says: `${description} failed: ${withStop(taken.failedBecause)}` }];
  const isOpen = head?.intents.some((intent) => intent.by !== null && intent.subject === subject) === true;
  if (taken !== undefined && !isOpen) return [];
  const waits = isOpen ? 'is under way' : `waits for the next poll and expires ${timeAndAge(until, context)}`;
  return [{ ...shared, severity: 'info', says: `${description} ${waits}.` }];
}
