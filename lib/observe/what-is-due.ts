import type { PollPlan } from '../clouds/cloud.ts';
import type { Part } from '../model/facts/observation.ts';
import { castToVmId, type Resource } from '../model/facts/resource.ts';
import { findUnsupportedPart } from '../model/facts/unsupported.ts';
import { toTarget, type VmId } from '../model/ids.ts';
import { beginPastSpend, periodsDue } from '../model/past-spend.ts';
import { matchesResource } from '../model/rules/match.ts';
import type { Intervals } from '../model/time/intervals.ts';
import { computeRoundNumber } from '../model/time/rounds.ts';
import { computeSpan, days, hours, type Instant, type Span } from '../model/time/time.ts';
import { computeIdleMark } from '../rules/idle/terms.ts';
import type { Head } from '../state/head.ts';
import type { Policy } from '../state/policy.ts';

/** Plans a poll, including the past spend that is still to be read. */
export function planPoll(head: Head, policy: Policy, intervals: Intervals, now: Instant): PollPlan {
  const isFirst = head.meters === null;
  const past = head.pastSpend ?? (isFirst ? beginPastSpend(now, policy.timezone) : null);
  const pastSpend = past === null ? [] : periodsDue(past, now);
  return { ...planParts(head, policy, intervals, now), pastSpend };
}

/** Plans the parts of a poll, without past spend. */
export function planParts(
  head: Head,
  policy: Policy,
  intervals: Intervals,
  now: Instant,
): Omit<PollPlan, 'pastSpend'> {
  const parts = new Set<Part>();
  const fallbacks = new Set<Part>();
  for (const [name, every] of Object.entries(rounds(head, intervals)) as [Part, Span | null][]) {
    if (every !== null && !isDue(head, name, every, now) && !isAwaited(head, name)) continue;
    const unsupported = findUnsupportedPart(head.unsupported, name, now);
    if (unsupported === undefined) parts.add(name);
    else if (unsupported.instead !== null) fallbacks.add(name);
  }
  return { parts, fallbacks, usage: parts.has('usage') ? vmsWorthWatching(head, policy, now) : [] };
}

/**
 * Reports whether a part is read in every poll because an ordered image is awaited: the images, for which later steps wait,
 * and the disks, which show whether images are used.
 */
const isAwaited = ({ intents }: Head, part: Part): boolean =>
  (part === 'images' || part === 'disks') && intents.some(({ kind }) => kind === 'image');

/** Returns the interval at which each part is requested; `null` for every poll. */
function rounds(head: Head, { spendEvery, storageEvery, usageEvery }: Intervals) {
  const spend = { spend: spendEvery } as const;
  if (toTarget(head.target).kind === 'account')
    return { account: null, invoices: hours(1), payments: hours(1), ...spend };
  const detached = detachedDisks(head);
  // A disk in a data center that had no disk when prices were last requested has no price yet.
  const isPriced = detached.every(({ price, dataCenter }) => price !== null || dataCenter === null);
  const storage = {
    volumes: storageEvery,
    disks: storageEvery,
    buckets: storageEvery,
    ...(detached.length > 0 ? { prices: isPriced ? days(1) : storageEvery } : {}),
    images: storageEvery,
    networks: storageEvery,
  };
  return { vms: null, machines: null, clusters: null, ...storage, ...spend, usage: usageEvery };
}

/** Returns the detached disks; only these are priced by their data center. */
const detachedDisks = ({ observation }: Head): readonly Resource[] =>
  observation?.kind === 'project'
    ? observation.resources.filter(({ kind, inUse }) => kind === 'disk' && inUse === false)
    : [];

function isDue(head: Head, part: Part, every: Span, now: Instant): boolean {
  const lastAsked = head.askedAt[part];
  const lastSeen = head.seenAt[part];
  // A part that was not answered in full is requested again in the next poll: no alert waits an interval for it.
  if (lastAsked === undefined || lastSeen === undefined || lastSeen < lastAsked) return true;
  // The disks of the same poll show whether an image is used.
  const roundOf = part === 'images' ? 'disks' : part;
  const name = `${head.target}#${roundOf}`;
  return computeRoundNumber(name, every, now) > computeRoundNumber(name, every, lastAsked);
}

/** Returns the running VMs under an idle rule, except those that no rule could find idle yet. */
function vmsWorthWatching(head: Head, policy: Policy, now: Instant): VmId[] {
  if (head.observation?.kind !== 'project') return [];
  const target = toTarget(head.target);
  const rules = policy.rules.filter((rule) => rule.kind === 'idle');
  // When the use of a VM has just fallen to 0, the other VMs show whether their common source has failed.
  const hasFallen = Object.values(head.falls).some((falls) =>
    Object.values(falls).some(({ from, until }) => until === undefined && computeSpan(from, now) < hours(2)),
  );
  const isDeferralValid = !hasFallen && head.deferredUsage?.rules === computeIdleMark(policy);
  const deferred = isDeferralValid ? head.deferredUsage?.of : undefined;
  return head.observation.resources
    .filter((resource) => resource.kind === 'vm' && resource.activity === 'running')
    .filter((resource) => rules.some((rule) => matchesResource(rule.match, target, resource, now)))
    .map((resource) => castToVmId(resource))
    .filter((vm) => (deferred?.[vm]?.again ?? now) <= now);
}
