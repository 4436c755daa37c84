import type { ProjectObservation } from '../../model/facts/observation.ts';
import type { Interval } from '../../model/time/period.ts';
import { days, earliest, type Instant, later, type Span } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import {
  type Held,
  heldBetween,
  heldOn,
  isSteady,
  type ResourceCharge,
  resourceMeter,
} from '../../views/export/held.ts';
import { observationsBetween } from './history-between.ts';

/** Returns the charges of each resource, period by period. */
export type ResourceReader = { chargesIn(period: Interval): Promise<readonly ResourceCharge[]> };

/**
 * Reads the observations of a project from a time on, with at most a day in memory. Periods must be requested in
 * order.
 */
export function resourceReader(
  ledger: Pick<Ledger, 'observations'>,
  head: Head,
  since: Instant,
  carry: Span,
): ResourceReader {
  const observations = observationsOf(ledger, head, since);
  let next: ProjectObservation | undefined;
  let held: readonly Held[] = [];
  /** True if everything held continues until `next`, however many observations ago it began. */
  let isOn = false;
  const heldNow = () => (isOn && next !== undefined ? heldOn(held, next) : held);
  /** Advances to an observation and returns what was held until then; `null` when that continues. */
  const goOn = (observation: ProjectObservation): readonly Held[] | null => {
    const before = next;
    const stays = before !== undefined && isSteady(before, observation, carry);
    const done = stays && isOn ? null : heldNow();
    next = observation;
    if (done !== null) held = before === undefined ? [] : heldBetween(before, observation, carry);
    isOn = stays;
    return done;
  };
  return {
    async chargesIn(period) {
      const meter = resourceMeter(period);
      while (next === undefined || next.at < period.until) {
        const step = await observations.next();
        if (step.done === true) break;
        meter.add(goOn(step.value) ?? []);
      }
      // Resources held beyond the end count in the next period too.
      meter.add(heldNow());
      return meter.charges();
    },
  };
}

async function* observationsOf(
  ledger: Pick<Ledger, 'observations'>,
  head: Head,
  since: Instant,
): AsyncGenerator<ProjectObservation> {
  const last = head.observation;
  if (last?.kind !== 'project') return;
  for (let from = since; from < last.at; from = later(from, days(1))) {
    const until = earliest(later(from, days(1)), last.at);
    for (const observation of await observationsBetween(ledger, head, from, until)) {
      if (observation.kind === 'project') yield observation;
    }
  }
  yield last;
}
