import type { ProjectObservation } from '../../model/facts/observation.ts';
import type { Head } from '../../model/head.ts';
import type { Interval } from '../../model/time/period.ts';
import { days, earliest, type Instant, later, type Span } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import {
  type Held,
  heldBetween,
  heldOn,
  isSteady,
  type ResourceCharge,
  resourceMeter,
} from '../../views/export/held.ts';
import { observationsBetween } from './observations-between.ts';

/** Tells what each resource was charged in one period after the other. */
export type ResourceReader = { chargesIn(period: Interval): Promise<readonly ResourceCharge[]> };

/**
 * Reads a project's observations from one moment on, a day at a time, and holds no more than that. Periods must be
 * asked for in their order.
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
  /** Whether all that is held goes on until `next`, however many observations ago it began. */
  let isOn = false;
  const heldNow = () => (isOn && next !== undefined ? heldOn(held, next) : held);
  /** What was held up to now, where that is over; `null` when it goes on. */
  const goOn = (found: ProjectObservation): readonly Held[] | null => {
    const before = next;
    const stays = before !== undefined && isSteady(before, found, carry);
    const done = stays && isOn ? null : heldNow();
    next = found;
    if (done !== null) held = before === undefined ? [] : heldBetween(before, found, carry);
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
      // What is held beyond the end is of the next period too.
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
