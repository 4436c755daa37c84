import type { Observation } from '../../model/facts/observation.ts';
import type { Rollup } from '../../model/money/meter.ts';
import type { PeriodUnit } from '../../model/time/period.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { inOrder } from '../../record/rollup-item.ts';
import { type Head, listPendingObservations } from '../../state/head.ts';

/**
 * Returns the closed periods of a target that begin in `[from, until)`, oldest first, from history and from its head. A
 * pending period of the head replaces the stored one of the same time.
 */
export async function readTargetMeters(
  ledger: Pick<Ledger, 'meters'>,
  { target, pendingWrites }: Pick<Head, 'target' | 'pendingWrites'>,
  unit: PeriodUnit,
  from: Instant,
  until: Instant,
): Promise<readonly Rollup[]> {
  const isAsked = ({ period }: Rollup) => period.unit === unit && from <= period.from && period.from < until;
  const stored = await ledger.meters(target, unit, from, until);
  const pending = pendingWrites.meters.filter(isAsked);
  return pending.length === 0 ? stored : inOrder([...stored, ...pending]);
}

/** Returns the observations of a target in `[from, until)`, oldest first, from history and from its head. */
export async function readTargetObservations(
  ledger: Pick<Ledger, 'observations'>,
  head: Head,
  from: Instant,
  until: Instant,
): Promise<readonly Observation[]> {
  const buffered = listPendingObservations(head).filter(({ at }) => from <= at && at < until);
  if (head.observation?.kind === 'group') return buffered;
  const written = await ledger.observations(head.target, from, until);
  // A turn after the head was read may have written what the head holds.
  const since = buffered[0]?.at;
  return since === undefined ? written : [...written.filter(({ at }) => at < since), ...buffered];
}
