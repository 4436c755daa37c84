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

/** Runs one seed after the other, and shrinks those that fail. */
export async function hunt({
  from,
  hours,
  mostFailures = 3,
  draw = drawScenario,
  run = () => ({}),
  onSeed,
}: HuntOptions): Promise<Hunt> {
  const failures: Failure[] = [];
  const tally = emptyTally();
  const sent = { calm: { deliveries: 0, owed: 0 }, faulty: { deliveries: 0, owed: 0 } };
  let lived = 0;
  let seed = from;
  for (; lived < hours && failures.length < mostFailures; seed += 1) {
    const scenario = draw(seed);
    const result = await simulate(scenario, run());
    addTally(tally, result.tally);
    const ofKind = sent[isCalm(scenario) ? 'calm' : 'faulty'];
    ofKind.deliveries += result.tally.deliveries;
    ofKind.owed += result.tally.owed;
    lived += targetHours(scenario);
    onSeed?.(seed, result.violations);
    const [violation] = result.violations;
    if (violation !== undefined) failures.push(await made(seed, scenario, violation, run));
  }
  const ratio = ({ deliveries, owed }: typeof sent.calm) => (owed === 0 ? 1 : deliveries / owed);
  const perAlert = { calm: ratio(sent.calm), faulty: ratio(sent.faulty) };
  return { failures, seeds: seed - from, targetHours: lived, tally, perAlert };
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
