import type { ProjectObservation } from '../../model/facts/observation.ts';
import type { BillingAccountId, TargetId } from '../../model/ids.ts';
import type { Interval } from '../../model/time/period.ts';
import { days, earlier, earliest, type Instant, later, latest, type Span } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { firstKept } from '../../record/retention.ts';
import type { Head } from '../../state/head.ts';
import {
  computePriceIntervals,
  extendPriceIntervals,
  isSteady,
  type PriceInterval,
  type ResourceCharge,
  resourceMeter,
} from '../../views/export/held.ts';
import { type ExportRow, exportRows } from '../../views/export/rows.ts';
import { type ExportPeriod, exportPeriods, type PeriodQuestion } from './export-periods.ts';
import { readTargetObservations } from './history-between.ts';

/** The projects and periods of an export. */
export type ExportOrder = PeriodQuestion & {
  readonly projects: readonly TargetId[];
  /** The time zone of calendar months. */
  readonly zone: string;
  /** The time for which a price that is not observed again is carried on. */
  readonly carry: Span;
};

/** One hour or day of one project. */
export type ExportedPeriod = ExportPeriod & {
  readonly target: TargetId;
  readonly account: BillingAccountId | null;
  readonly rows: readonly ExportRow[];
};

type Reader = Pick<Ledger, 'head' | 'meters' | 'observations'>;

/** The longest time before a period at which its last earlier observation may be. */
const lookBack = days(1);

/**
 * Yields the charges of projects, one project after the other and period by period, with at most a day of one project
 * in memory. Accounts and groups are left out: their spend is that of their projects.
 */
export async function* exportCharges(ledger: Reader, order: ExportOrder): AsyncGenerator<ExportedPeriod> {
  for (const project of order.projects) {
    const head = await ledger.head(project);
    if (head !== undefined) yield* projectCharges(ledger, head, order);
  }
}

async function* projectCharges(
  ledger: Reader,
  head: Head,
  order: ExportOrder,
): AsyncGenerator<ExportedPeriod> {
  if (head.observation?.kind !== 'project') return;
  const { account } = head.observation;
  // Incomplete samples are not used, so that repeated exports give the same rows.
  const firstSeen = firstKept('observed', order.from, latest(order.from, order.now));
  let reader: ResourceReader | null = null;
  for await (const period of exportPeriods(ledger, head, order)) {
    const { from, until } = period.rollup.period;
    if (reader === null && from >= firstSeen) {
      const since = latest(
        firstKept('observed', earlier(from, lookBack), order.now),
        earlier(from, lookBack),
      );
      reader = resourceReader(ledger, head, since, order.carry);
    }
    const resources = reader === null ? [] : await reader.chargesIn({ from, until });
    const exported = { target: head.target, account, ...period };
    yield { ...exported, rows: exportRows({ ...exported, resources }, order.zone) };
  }
}

/** Returns the charges of each resource, period by period. */
type ResourceReader = { chargesIn(period: Interval): Promise<readonly ResourceCharge[]> };

/**
 * Reads the observations of a project from a time on, with at most a day in memory. Periods must be requested in
 * order.
 */
function resourceReader(
  ledger: Pick<Ledger, 'observations'>,
  head: Head,
  since: Instant,
  carry: Span,
): ResourceReader {
  const observations = readProjectObservations(ledger, head, since);
  let next: ProjectObservation | undefined;
  let held: readonly PriceInterval[] = [];
  /** True if everything held continues until `next`, however many observations ago it began. */
  let isOn = false;
  const heldNow = () => (isOn && next !== undefined ? extendPriceIntervals(held, next) : held);
  /** Advances to an observation and returns what was held until then; `null` when that continues. */
  const advanceObservation = (observation: ProjectObservation): readonly PriceInterval[] | null => {
    const previous = next;
    const stays = previous !== undefined && isSteady(previous, observation, carry);
    const done = stays && isOn ? null : heldNow();
    next = observation;
    if (done !== null)
      held = previous === undefined ? [] : computePriceIntervals(previous, observation, carry);
    isOn = stays;
    return done;
  };
  return {
    async chargesIn(period) {
      const meter = resourceMeter(period);
      while (next === undefined || next.at < period.until) {
        const step = await observations.next();
        if (step.done === true) break;
        meter.add(advanceObservation(step.value) ?? []);
      }
      // Resources held beyond the end count in the next period too.
      meter.add(heldNow());
      return meter.charges();
    },
  };
}

async function* readProjectObservations(
  ledger: Pick<Ledger, 'observations'>,
  head: Head,
  since: Instant,
): AsyncGenerator<ProjectObservation> {
  const last = head.observation;
  if (last?.kind !== 'project') return;
  for (let from = since; from < last.at; from = later(from, days(1))) {
    const until = earliest(later(from, days(1)), last.at);
    for (const observation of await readTargetObservations(ledger, head, from, until)) {
      if (observation.kind === 'project') yield observation;
    }
  }
  yield last;
}
