import { getEstimatedCharge } from '../../model/money/charged.ts';
import { addCharges, type Charge, noCharge } from '../../model/money/money.ts';
import { computeSpan, type Instant, latest, milliseconds, type Span } from '../../model/time/time.ts';
import type { ExportRow, ProjectPeriod } from './rows.ts';

/** The totals of an export. */
export type ExportTally = {
  readonly rows: number;
  /** The number of projects with data. */
  readonly projects: number;
  readonly charge: Charge;
  /** The part of the charge that is an estimate. */
  readonly estimated: Charge;
  /** The part of the charge that is not attributed to a single resource. */
  readonly unattributed: Charge;
  /** The number of projects for which the platform reports no billing account. */
  readonly withoutAccount: number;
  /** The longest time for which some price of one project was unknown. */
  readonly gap: Span;
  /** The longest time for which one project has no data, before and between the exported periods. */
  readonly missing: Span;
};

/** Adds up an export as its rows are made. @param from the beginning of the export. */
export function tallying(from: Instant) {
  const reached = new Map<string, Instant>();
  const withoutAccount = new Set<string>();
  let rows = 0;
  const gaps = new Map<string, number>();
  const missing = new Map<string, number>();
  let charge = noCharge;
  let estimated = noCharge;
  let unattributed = noCharge;
  return {
    add({ target, account, rollup }: Omit<ProjectPeriod, 'resources'>, exported: readonly ExportRow[]): void {
      const { period, since } = rollup;
      const unknown = Math.max(0, computeSpan(reached.get(target) ?? from, latest(period.from, since)));
      missing.set(target, (missing.get(target) ?? 0) + unknown);
      reached.set(target, period.until);
      if (account === null) withoutAccount.add(target);
      rows += exported.length;
      gaps.set(target, (gaps.get(target) ?? 0) + rollup.gap);
      charge = addCharges(charge, rollup.charge);
      estimated = addCharges(estimated, getEstimatedCharge(rollup));
      for (const row of exported) {
        if (row.resource === null) unattributed = addCharges(unattributed, row.charge);
      }
    },
    tally: (): ExportTally => ({
      rows,
      projects: reached.size,
      charge,
      estimated,
      unattributed,
      withoutAccount: withoutAccount.size,
      gap: milliseconds(Math.max(0, ...gaps.values())),
      missing: milliseconds(Math.max(0, ...missing.values())),
    }),
  };
}
