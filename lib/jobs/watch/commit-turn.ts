import type { PollReply } from '../../clouds/cloud.ts';
import { isFromFuture } from '../../decide/believed-head.ts';
import type { FleetContext } from '../../decide/fleet-context.ts';
import { headAnew } from '../../decide/moved-head.ts';
import { type Turn, takeTurn } from '../../decide/turn.ts';
import type { Past } from '../../decide/turn-input.ts';
import type { PollResult } from '../../model/facts/observation.ts';
import type { ObservedUnits } from '../../model/facts/units-seen.ts';
import type { UsageSamples } from '../../model/facts/usage.ts';
import { usageByVm } from '../../model/facts/usage-points.ts';
import { toTarget } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { computeEarlierDayStart, findPeriod, type PeriodUnit } from '../../model/time/period.ts';
import { days, earlier, earliest, type Instant } from '../../model/time/time.ts';
import { UnreadableError } from '../../record/ledger.ts';
import { computeSampleWindow, countNeededDays, readsHours } from '../../rules/history-needs.ts';
import { computeUseMeaning } from '../../rules/idle/terms.ts';
import {
  computeSampleStart,
  type FleetUse,
  followUse,
  isUseDue,
  useByMeaning,
} from '../../state/fleet-use.ts';
import { firstHead, type Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { untilCommitted } from '../commit-change.ts';
import type { WatchPorts } from '../ports.ts';
import { readTargetMeters } from '../queries/history-between.ts';

/** The input of a turn, except the head. */
export type TurnOrder = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly polled: PollReply;
  /** The units of metrics that the signals read during the poll show. */
  readonly units?: ObservedUnits | undefined;
  readonly fleet: FleetContext;
};

/**
 * Takes a turn and commits it; takes it again from the newest head while other commits win. Returns `null` if nothing was
 * committed: another run was faster, or the head was moved or is from the future.
 * @throws UnreadableError if the head cannot be read: no turn may replace it.
 */
export async function commitTurn(
  ports: Pick<WatchPorts, 'ledger'>,
  { policy, intervals, polled, units, fleet }: TurnOrder,
  newest: Head,
): Promise<Turn | null> {
  const { ledger } = ports;
  const { asked, unsupported } = polled;
  let head = newest;
  const { comparesWith } = polled;
  const samplings =
    comparesWith === undefined
      ? []
      : await ledger.samplings(newest.target, earlier(polled.at, comparesWith), polled.at);
  const committed = await untilCommitted(async () => {
    requireReadable(head);
    if (head.observation !== null && head.observation.at >= polled.at) return null;
    // Usage continues from where this poll began, so that every attempt writes the same samples under the same key.
    const { usageUntil, deferredUsage } = newest;
    const pollResult = polled.observe({ ...head, usageUntil, deferredUsage, samplings });
    // A moved target counts under its new name, and a failed poll does not begin it anew under the old one.
    if (head.movedTo !== undefined && pollResult.kind === 'failed-poll') return null;
    // A head from the future must be replaced first: a turn would keep its times, and nothing would be due before them.
    if (isFromFuture(head, polled.at)) return null;
    const { due, ...past } = await readTurnPast(ports, head, pollResult, policy);
    const { pastSpend } = polled;
    const turn = takeTurn({
      head,
      pollResult,
      asked,
      unsupported,
      past,
      pastSpend,
      units,
      fleet,
      policy,
      intervals,
    });
    const { meters, journal } = head.pendingWrites;
    const { target } = head;
    await ledger.record({
      target,
      observations: turn.written,
      sampling: toUsageSamples(pollResult),
      use: due,
      meters,
      journal,
    });
    if ((await ledger.commit(turn.head)) === 'committed') return turn;
    head = (await ledger.head(target)) ?? firstHead(target);
    // The head that this run began with was moved to another name. A name that is used again begins anew.
    if (head.movedTo !== undefined && newest.seq > 0) return null;
    if (head.movedTo !== undefined) head = headAnew(head, polled.at);
    return 'lost';
  });
  return committed === 'lost' ? null : committed;
}

/** @throws UnreadableError if the head is a placeholder for one that cannot be read. */
export function requireReadable({ unreadable, failedBecause }: Head): void {
  if (unreadable !== null) throw new UnreadableError(failedBecause ?? unreadable, { because: unreadable });
}

/** Returns the usage to record; `null` if there is none. It is the same whichever turn wins, so it needs no commit. */
const toUsageSamples = (pollResult: PollResult): UsageSamples | null =>
  pollResult.kind === 'project' && pollResult.usage.length > 0
    ? { at: pollResult.at, usage: pollResult.usage }
    : null;

/** The reach of hourly history: four weeks, so that each hour of the week occurs four times, and a margin of half a day. */
export const weeksOfHours = days(28.5);

/** Reads history only when there is something new to compare with it. */
async function readTurnPast(
  { ledger }: Pick<WatchPorts, 'ledger'>,
  head: Head,
  pollResult: PollResult,
  policy: Policy,
): Promise<Past & { readonly due?: FleetUse | undefined }> {
  if (pollResult.kind === 'failed-poll' || pollResult.kind === 'group')
    return { samplings: [], days: null, hours: null };
  const { at } = pollResult;
  const { target } = head;
  const reach = earlier(at, computeSampleWindow(policy.rules));
  const hasEndedAnHour = head.meters !== null && head.meters.hour.period.until <= at;
  const needsHours = hasEndedAnHour && readsHours(policy.rules, toTarget(target));
  const since = daysNeeded(head, pollResult, policy);
  const closed = (unit: PeriodUnit, from: Instant) => readTargetMeters(ledger, head, unit, from, at);
  const sampling = toUsageSamples(pollResult);
  const meaning = sampling === null ? null : computeUseMeaning(policy.rules);
  const storedUse = meaning === null ? null : useByMeaning(await ledger.use(target), meaning);
  const from = meaning === null ? reach : earliest(reach, computeSampleStart(storedUse, at));
  const resources = pollResult.kind === 'project' ? pollResult.resources : [];
  const [samplings, closedDays, hours] = await Promise.all([
    sampling === null ? [] : ledger.samplings(target, from, at),
    since === null ? null : closed('day', since),
    needsHours ? closed('hour', earlier(at, weeksOfHours)) : null,
  ]);
  const due =
    sampling !== null && meaning !== null && isUseDue(storedUse, at)
      ? followUse(storedUse, { usages: usageByVm([...samplings, sampling]), meaning, resources }, at)
      : undefined;
  return { samplings, use: due ?? storedUse ?? undefined, due, days: closedDays, hours };
}

/** Returns the time from which days must be read; `null` if the rules need none, or the head holds enough. */
function daysNeeded({ target, days: kept, meters }: Head, { at }: PollResult, policy: Policy) {
  const count = countNeededDays(policy.rules, toTarget(target));
  if (count === 0 || meters === null) return null;
  const since = computeEarlierDayStart(findPeriod('day', at, policy.timezone).from, count, policy.timezone);
  return kept !== null && kept.since <= since ? null : since;
}
