import { type Cut, commandFor } from './cut.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { addTally, emptyTally, type Tally } from './oracle/oracle.ts';
import type { Violation } from './oracle/violation.ts';
import { type RunOptions, simulate } from './run.ts';
import { isCalm, type Scenario } from './scenario.ts';
import { shrink } from './shrink.ts';

/** A seed that broke an invariant, cut as small as possible. */
export type Failure = {
  readonly seed: number;
  readonly cloud: Scenario['cloud'];
  readonly violation: Violation;
  readonly cut: Cut;
  readonly smallest: Violation;
};

export type Hunt = {
  readonly failures: readonly Failure[];
  readonly seeds: number;
  readonly targetHours: number;
  readonly tally: Tally;
  /** Deliveries for each message and route that owed one, without faults and with them. */
  readonly perAlert: { readonly calm: number; readonly faulty: number };
};

const hour = 3_600_000;
export const targetHours = ({ projects, span, connections = [] }: Scenario): number =>
  ((projects.length + 1) * span) / hour +
  connections.reduce((sum, own) => sum + targetHours(own.scenario), 0);

export type HuntOptions = {
  readonly from: number;
  /** The simulated hours of all targets together, after which it stops. */
  readonly hours: number;
  readonly mostFailures?: number;
  readonly draw?: (seed: number) => Scenario;
  readonly run?: () => RunOptions;
  readonly onSeed?: (seed: number, violations: readonly Violation[]) => void;
};

/** A seed to run, as one process passes it to another. */
export type Order = {
  readonly seed: number;
  readonly isRunpod: boolean;
  /** The interval of turns that are replayed. */
  readonly replayOneIn: number;
};

/** What one seed came to. */
export type SeedResult = {
  readonly seed: number;
  readonly targetHours: number;
  readonly isCalm: boolean;
  readonly tally: Tally;
  readonly violations: readonly Violation[];
  readonly failure: Failure | null;
};

/** Runs one seed, and shrinks it if it fails. */
export async function huntSeed(
  seed: number,
  draw: (seed: number) => Scenario,
  run: () => RunOptions = () => ({}),
): Promise<SeedResult> {
  const scenario = draw(seed);
  const { violations, tally } = await simulate(scenario, run());
  const [violation] = violations;
  const failure = violation === undefined ? null : await made(seed, scenario, violation, run);
  return { seed, targetHours: targetHours(scenario), isCalm: isCalm(scenario), tally, violations, failure };
}

/** Adds up what seeds came to. */
export function sumUp(results: readonly SeedResult[]): Hunt {
  const tally = emptyTally();
  const sent = { calm: { deliveries: 0, owed: 0 }, faulty: { deliveries: 0, owed: 0 } };
  for (const { isCalm, tally: own } of results) {
    addTally(tally, own);
    const ofKind = sent[isCalm ? 'calm' : 'faulty'];
    ofKind.deliveries += own.deliveries;
    ofKind.owed += own.owed;
  }
  const ratio = ({ deliveries, owed }: typeof sent.calm) => (owed === 0 ? 1 : deliveries / owed);
  return {
    failures: results.flatMap(({ failure }) => failure ?? []),
    seeds: results.length,
    targetHours: results.reduce((sum, result) => sum + result.targetHours, 0),
    tally,
    perAlert: { calm: ratio(sent.calm), faulty: ratio(sent.faulty) },
  };
}

/** Runs one seed after the other, and shrinks those that fail. */
export async function hunt({
  from,
  hours,
  mostFailures = 3,
  draw = drawScenario,
  run = () => ({}),
  onSeed,
}: HuntOptions): Promise<Hunt> {
  const results: SeedResult[] = [];
  let lived = 0;
  let failures = 0;
  for (let seed = from; lived < hours && failures < mostFailures; seed += 1) {
    const result = await huntSeed(seed, draw, run);
    results.push(result);
    lived += result.targetHours;
    if (result.failure !== null) failures += 1;
    onSeed?.(seed, result.violations);
  }
  return sumUp(results);
}

async function made(
  seed: number,
  scenario: Scenario,
  violation: Violation,
  run: () => RunOptions,
): Promise<Failure> {
  const isSame = (found: readonly Violation[]) =>
    found.some(({ invariant }) => invariant === violation.invariant);
  const { cut, violation: smallest } = await shrink(
    scenario,
    violation,
    async (smaller) => (await simulate(smaller, { ...run(), until: isSame })).violations,
  );
  return { seed, cloud: scenario.cloud, violation, cut, smallest };
}

export const violationInWords = ({ invariant, at, what }: Violation): string =>
  `invariant ${invariant} at ${new Date(at).toISOString()}: ${what}`;

export const failureInWords = ({ seed, cloud, violation, cut, smallest }: Failure): string =>
  [
    `seed ${seed}: ${violationInWords(violation)}`,
    `  again:    ${commandFor(seed, {}, cloud)}`,
    `  smallest: ${commandFor(seed, cut, cloud)}`,
    `            ${violationInWords(smallest)}`,
  ].join('\n');
