import { addCharges, type Charge, noCharge } from '../../model/money/money.ts';
import { between, type Instant, latest, milliseconds, type Span } from '../../model/time/time.ts';
import type { ExportRow, ProjectPeriod } from './rows.ts';

/** What an export came to. */
export type ExportTally = {
  readonly rows: number;
  /** Those of which there is something. */
  readonly projects: number;
  readonly charge: Charge;
  /** The part of it that no single resource is known for. */
  readonly unattributed: Charge;
  /** Projects of which the platform shows no billing account. */
  readonly withoutAccount: number;
  /** Over all projects: time in which some price was not known. */
  readonly gap: Span;
  /** Over all projects: time before and between what was exported of which nothing is known. */
  readonly missing: Span;
};

/** Counts an export as it is made. */
export type Tallying = {
  add(period: Omit<ProjectPeriod, 'resources'>, rows: readonly ExportRow[]): void;
  tally(): ExportTally;
};

/** @param from the beginning of what was asked for. */
export function tallying(from: Instant): Tallying {
  const reached = new Map<string, Instant>();
  const withoutAccount = new Set<string>();
  let rows = 0;
  let gap = 0;
  let missing = 0;
  let charge = noCharge;
  let unattributed = noCharge;
  return {
    add({ project, account, rollup }, made) {
      const { period, since } = rollup;
      missing += Math.max(0, between(reached.get(project) ?? from, latest(period.from, since)));
      reached.set(project, period.until);
      if (account === null) withoutAccount.add(project);
      rows += made.length;
      gap += rollup.gap;
      charge = addCharges(charge, rollup.charge);
      for (const row of made) {
        if (row.resource === null) unattributed = addCharges(unattributed, row.charge);
      }
    },
    tally: () => ({
      rows,
      projects: reached.size,
      charge,
      unattributed,
      withoutAccount: withoutAccount.size,
      gap: milliseconds(gap),
      missing: milliseconds(missing),
    }),
  };
}
