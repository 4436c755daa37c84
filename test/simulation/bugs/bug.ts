import { cutScenario } from '../cut.ts';
import type { Violation } from '../oracle/violation.ts';
import type { RunOptions } from '../run.ts';
import type { OverridePlan, Scenario } from '../scenario.ts';

/** Reports whether an oracle has recognized a bug. */
export const isCaught = ({ breaks, accuses }: Bug, violations: readonly Violation[]): boolean =>
  violations.some(({ invariant, what }) => breaks.includes(invariant) && (accuses?.test(what) ?? true));

/** A bug, planted into a run of the real jobs. */
export type Bug = {
  readonly name: string;
  /** A seed that shows it; others do too, but not all. */
  readonly seed: number;
  /** The hours from the beginning within which it shows. */
  readonly hours: number;
  /** Overrides that show it, in addition to the drawn ones. */
  readonly overrides?: readonly OverridePlan[];
  /** True if it shows only where there are several connections. */
  readonly isOfConnections?: true;
  /** True if it shows only where people answer in the middle of runs, and at once. */
  readonly isHasty?: true;
  /** True if it shows only where the platform reports spend twice. */
  readonly billsTwice?: true;
  /** The invariants of which at least one must be broken. */
  readonly breaks: readonly number[];
  /** The violation's text, where others of the same invariant may occur too. */
  readonly accuses?: RegExp;
  readonly plant: () => RunOptions;
};

/** Returns a drawn scenario with the overrides of a bug, and with other connections only if it is about them. */
export const scenarioFor = (
  { overrides = [], isHasty, isOfConnections, billsTwice }: Bug,
  drawn: Scenario,
): Scenario => ({
  ...(isOfConnections ? drawn : cutScenario(drawn, { without: ['connections'] })),
  ...(isHasty && { isHasty }),
  ...(billsTwice && { billsTwice }),
  overrides: [...drawn.overrides, ...overrides],
});
