import { act } from '../../lib/jobs/act/act.ts';
import { watch } from '../../lib/jobs/watch/watch.ts';
import type { TargetId } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { earlier, earliest, later, minutes } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import type { Head } from '../../lib/state/head.ts';
import { withoutPastSpend } from '../support/clouds/without-past-spend.ts';
import { simulateConnection, worldStart } from './connection.ts';
import type { Engine, EngineConnection } from './engine/engine.ts';
import type { FaultPlan } from './engine/faults.ts';
import { virtualTime } from './engine/virtual-time.ts';
import { hastyPeople, keepAtOnce } from './hasty-people.ts';
import { type Observer, toAll } from './observer.ts';
import { actsOf, ledgerOf, ofConnection, withName } from './of-connection.ts';
import { billOracle } from './oracle/bill-oracle.ts';
import { loginOracle } from './oracle/login-oracle.ts';
import { addTally, emptyTally, type Tally } from './oracle/oracle.ts';
import { twinOracle } from './oracle/twin-oracle.ts';
import type { Violation } from './oracle/violation.ts';
import { wholeOracle } from './oracle/whole-oracle.ts';
import { policyAt, type Scenario } from './scenario.ts';
import { type Jobs, startSchedule } from './schedule.ts';
import { answerers, type Keep, type SpeakingContext, speak } from './speakers.ts';
import { spellsOf } from './spell.ts';
import { billingTwice } from './world/billing-twice.ts';
import { loginSource } from './world/login-source.ts';
import { type ModelCloud, modelCloud } from './world/model-cloud.ts';
import { losesWeeks, recordPast } from './world/past-samples.ts';
import { interruptPast, pastHeads, withHeadsBefore } from './world/past-stops.ts';
import type { World } from './world/world.ts';

export type RunOptions = {
  /** Faults in place of the scenario's own. */
  readonly faults?: FaultPlan;
  readonly jobs?: Partial<Jobs>;
  /** Another ledger, or another cloud, behind the gate. */
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly cloud?: (cloud: ModelCloud) => ModelCloud;
  readonly observers?: readonly Observer[];
  /** Places keeps where the policy bounds them, in place of the product. */
  readonly keep?: Keep;
  /** Receives the true world, for additional observers. */
  readonly onWorld?: (world: World) => void;
  /** True to run without the oracle, to measure the rest. */
  readonly isUnwatched?: boolean;
  /** The interval of turns that are replayed. */
  readonly replayOneIn?: number;
  /** Ends the run once this holds for the violations. */
  readonly until?: (violations: readonly Violation[]) => boolean;
};

export type Result = {
  readonly violations: readonly Violation[];
  readonly tally: Tally;
  readonly ios: number;
};

/** The most violations: further ones of the same kind add nothing. */
const mostViolations = 10;
const realJobs: Jobs = {
  watch,
  act,
  ports: (ports) => ports,
  orders: (orders) => orders,
  // Past spend has its own runs (past-spend.long.test.ts): the hundreds of requests of a first poll would be most of
  // each run.
  provider: (cloud, wire) => withoutPastSpend(wire.provider(cloud)),
};

/** Runs a scenario on the real jobs, and returns the violations. */
export async function simulate(scenario: Scenario, options: RunOptions = {}): Promise<Result> {
  const plans = [{ name: null, scenario }, ...(scenario.connections ?? [])];
  const isAlone = plans.length === 1;
  const time = virtualTime(earliest(worldStart(scenario), ...plans.map((plan) => worldStart(plan.scenario))));
  const violations: Violation[] = [];
  const accuse = (invariant: number, what: string): void => {
    if (violations.length < mostViolations) violations.push({ invariant, at: time.now(), what });
  };
  const connections = plans.map((plan) =>
    simulateConnection({
      ...plan,
      time,
      isAlone,
      accuse: (invariant, what) => accuse(invariant, plan.name === null ? what : `${plan.name}: ${what}`),
    }),
  );
  const [first] = connections;
  if (first === undefined) throw new TypeError('a run has a connection');
  const { world, people, random } = first;
  options.onWorld?.(world);
  const isWatched = options.isUnwatched !== true;
  const logins = scenario.logins === undefined ? null : loginSource(scenario, time.now);
  const underWay = { count: 0 };
  const inMemory = memoryLedger();
  const headsBefore = new Map<TargetId, Head>();
  const stored = withHeadsBefore(losesWeeks(scenario, inMemory, time), headsBefore);
  const ledger = options.ledger?.(stored) ?? stored;
  const speaking = (): SpeakingContext => ({ scenario, time, ledger, observer, underWay });
  const judges = connections.map((connection) =>
    toAll([...(isWatched ? connection.oracle.observers : []), connection.meddlers]),
  );
  const whole = wholeOracle(connections, { accuse, now: time.now }, options.replayOneIn ?? 1);
  const observer: Required<Observer> = toAll([
    ...judges.map((judge, index) => (isAlone ? judge : ofConnection(connections[index] ?? first, judge))),
    ...(isWatched ? whole.observers : []),
    ...(!isWatched || logins === null
      ? []
      : [loginOracle({ scenario, world, now: time.now, accuse }, logins)]),
    ...(isWatched ? [twinOracle({ scenario, accuse }), billOracle({ accuse })] : []),
    ...connections.map(({ name, random }) => answerers(speaking, random.fork('answers'), name)),
    ...(scenario.isHasty ? [hastyPeople(speaking, random.fork('hasty people'))] : []),
    ...(options.observers ?? []),
  ]);
  const told = connections.map((connection, index) =>
    isAlone
      ? observer
      : toAll([
          judges[index] ?? {},
          ...(isWatched ? [whole.shown] : []),
          ...(options.observers ?? []).map((other) => actsOf(connection, other)),
        ]),
  );
  const reach = connections.map((connection, index): EngineConnection => {
    const { name, seen, scenario: own, world: of, random: luck } = connection;
    const witness = told[index] ?? observer;
    const worldCloud = modelCloud({
      ...{ world: of, start: own.start, now: time.now, witness },
      ...{ luck: luck.fork('acts'), isOld: own.isOldPlatform, spells: own.spells },
    });
    const realCloud = own.billsTwice ? billingTwice(worldCloud, own.start) : worldCloud;
    return {
      ...{ name, seen, spells: own.spells, observer: witness, wire: of.wire },
      cloud: name === null ? (options.cloud?.(realCloud) ?? realCloud) : realCloud,
      gate: connection.gate(
        (process, io, fault) => (io.port === 'cloud' ? witness : observer).struck(process, io, fault),
        name === null ? options.faults : undefined,
      ),
    };
  });
  const [base] = reach;
  if (base === undefined) throw new TypeError('a run has a connection');
  const { gate } = base;
  const { routes, spells } = scenario;
  const engine: Engine = {
    time,
    gate,
    ledger,
    stored: new Map(),
    routes,
    spells,
    observer,
    logins,
    connections: reach,
  };
  for (const connection of connections) connection.populate();
  recordPast(scenario, world, time, inMemory);
  interruptPast(scenario, time, people);
  time.at(earlier(scenario.start, minutes(1)), () => {
    for (const [target, head] of pastHeads(scenario, world)) {
      headsBefore.set(target, head);
      engine.stored.set(target, head);
    }
  });
  for (const { name, scenario: own } of connections)
    for (const { from, target } of spellsOf(own.spells, 'damaged-heads'))
      time.at(from, () => {
        const damaged = withName(name, target);
        inMemory.damage(damaged);
        observer.damaged(damaged);
      });
  speak(speaking(), options.keep);
  if (scenario.isHasty) keepAtOnce(speaking(), random.fork('keeps at once'));
  const schedule = startSchedule(
    engine,
    scenario,
    { ...realJobs, ...options.jobs },
    (at) => ({
      policy: policyAt(scenario, at),
      intervals: { ...defaultIntervals, pollEvery: scenario.poll },
    }),
    random.fork('schedule'),
    (what) => accuse(11, what),
  );
  const pending = () => reach.reduce((sum, own) => sum + own.gate.underWay(), 0);
  const isOver = () => options.until?.(violations) === true;
  await time.run(
    later(later(scenario.start, scenario.span), minutes(15)),
    () => (schedule.alive() + pending() + underWay.count > 0 ? settled() : null),
    isOver,
  );
  if (isWatched && !isOver())
    for (const { name, oracle } of connections) await oracle.finish(ledgerOf(name, ledger));
  const tally = emptyTally();
  for (const { oracle } of connections) addTally(tally, oracle.tally);
  return { violations, tally, ios: reach.reduce((sum, own) => sum + own.gate.count(), 0) };
}

/** Resolves when everyone who was woken has gone on as far as possible. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
