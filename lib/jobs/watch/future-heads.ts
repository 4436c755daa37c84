import { ClockError } from '../../clouds/http/clock-error.ts';
import {
  type BelievedPast,
  believedHead,
  hasFutureObservation,
  isFromFuture,
} from '../../decide/believed-head.ts';
import { type TargetId, toTarget } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { findPeriod } from '../../model/time/period.ts';
import { earlier, hours, type Instant, later, milliseconds } from '../../model/time/time.ts';
import { toConnectionField } from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { noteBlindness } from '../act/report-blindness.ts';
import { errorText } from '../log.ts';
import type { Connection, WatchPorts } from '../ports.ts';
import { readTargetMeters, readTargetObservations } from '../queries/history-between.ts';

export type BelievedHeads = {
  readonly heads: readonly Head[];
  /** Targets whose stored head is from the future and was replaced. */
  readonly doubted: ReadonlySet<TargetId>;
};

/** The reason against destructive actions in the turn after a head was replaced. */
export const writtenAhead = 'its record was written by a clock that was ahead';

/** How far back the last observation before a jump of the clock is searched for. */
const reach = hours(24);

/**
 * Replaces heads that were committed by a clock that was ahead, if the cloud confirms the time. If it does not, it is
 * unknown which clock is wrong: that is reported, and the heads are left as they are.
 */
export async function believeHeads(
  ports: Pick<WatchPorts, 'clock' | 'ledger' | 'log'> & { readonly connection: Connection },
  heads: readonly Head[],
  { policy, intervals }: { readonly policy: Policy; readonly intervals: Intervals },
): Promise<BelievedHeads> {
  const now = ports.clock.now();
  const ahead = heads.filter((head) => isFromFuture(head, now));
  const [first] = ahead;
  if (first === undefined) return { heads, doubted: new Set() };
  const finding = `${ahead.length} of ${heads.length} records are ahead of the clock, such as that of ${first.target}`;
  const { name, provider } = ports.connection;
  const connectionField = toConnectionField(name);
  const clock = await provider.seeClock();
  if (clock instanceof ClockError) throw clock;
  if (clock !== 'right') {
    const because = `${finding}, and the cloud does not report the time: either the records or the clock may be wrong`;
    await noteBlindness(ports, { matter: 'clock', ...connectionField, because });
    return { heads, doubted: new Set() };
  }
  const because = `${finding}, which the cloud's clock confirms: the records are ignored, and rebuilt from history`;
  await noteBlindness(ports, { matter: 'clock', ...connectionField, because });
  const believed = new Map<TargetId, Head>();
  for (const head of ahead) {
    try {
      // A head that recorded only failed polls in the future keeps its figures, so it needs no history from the ledger.
      const past = hasFutureObservation(head, now)
        ? await readBelievedPast(ports, head, policy, now)
        : noPast;
      const context = { policy, carry: intervals.carryPrice, now };
      believed.set(head.target, believedHead(head, past, context));
    } catch (error) {
      ports.log('head-from-the-future', { target: head.target, because: errorText(error) });
    }
  }
  const all = heads.map((head) => believed.get(head.target) ?? head);
  return { heads: all, doubted: new Set(believed.keys()) };
}

const noPast: BelievedPast = { observations: [], hours: [], days: [] };

async function readBelievedPast(
  { ledger }: Pick<WatchPorts, 'ledger'>,
  head: Head,
  { timezone }: Policy,
  now: Instant,
): Promise<BelievedPast> {
  if (toTarget(head.target).kind === 'group') return noPast;
  const since = earlier(now, reach);
  const until = later(now, milliseconds(1));
  const month = findPeriod('month', since, timezone).from;
  const closed = async (unit: 'hour' | 'day', from: Instant) =>
    (await readTargetMeters(ledger, head, unit, from, now)).filter(({ period }) => period.until <= now);
  const [observations, closedHours, closedDays] = await Promise.all([
    readTargetObservations(ledger, head, since, until),
    closed('hour', findPeriod('day', since, timezone).from),
    closed('day', month),
  ]);
  return { observations, hours: closedHours, days: closedDays };
}
