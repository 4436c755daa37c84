import type { Subject } from '../../model/ids.ts';
import type { PastStop } from '../../model/intent.ts';
import { days, earlier, type Instant, type Span } from '../../model/time/time.ts';

/** The time for which a wrong stop makes rules that learn more careful with its VM. */
const remembered: Span = days(28);

/** Returns the times of a VM's wrong stops, by any rule. */
export const wrongStopsOf = (stops: readonly PastStop[], subject: Subject): readonly Instant[] =>
  stops.flatMap((stop) => (stop.subject === subject ? stop.wrong : []));

/**
 * Returns the highest risk at which a rule may find a VM idle, in percent, and a sentence that states it: the risk of
 * the policy, halved for each wrong stop of the VM in the last four weeks. It never exceeds that of the policy.
 */
export function allowedRisk(
  risk: number,
  wrongStops: readonly Instant[],
  now: Instant,
): { readonly risk: number; readonly because: string } {
  const count = wrongStops.filter((at) => at > earlier(now, remembered)).length;
  if (count === 0) return { risk, because: `The rule allows ${risk} %` };
  const allowed = risk / 2 ** count;
  const stops = count === 1 ? '1 wrong stop' : `${count} wrong stops`;
  return {
    risk: allowed,
    because: `The rule allows ${Number(allowed.toPrecision(2))} % after ${stops} of it in four weeks`,
  };
}
