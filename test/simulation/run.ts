import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import { act } from '../../lib/jobs/act/act.ts';
import { watch } from '../../lib/jobs/watch/watch.ts';
import { type TargetId, VmId } from '../../lib/model/ids.ts';
import { subjectParts } from '../../lib/model/subject.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  later,
  latest,
  milliseconds,
  minutes,
  type Span,
} from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import type { Head } from '../../lib/state/head.ts';
import { withoutPastSpend } from '../support/clouds/without-past-spend.ts';
import type { Engine } from './engine/engine.ts';
import { type FaultPlan, scriptedFaults } from './engine/faults.ts';
import { createGate } from './engine/gate.ts';
import { type Random, seededRandom } from './engine/seeded-random.ts';
import { type VirtualTime, virtualTime } from './engine/virtual-time.ts';
import { hastyPeople, keepAtOnce } from './hasty-people.ts';
import { type Observer, toAll } from './observer.ts';
import { loginOracle } from './oracle/login-oracle.ts';
import { createOracle, type Tally } from './oracle/oracle.ts';
import type { Violation } from './oracle/violation.ts';
import { policyAt, type Scenario } from './scenario.ts';
import { type Jobs, startSchedule } from './schedule.ts';
import { answerers, type Keep, speak } from './speakers.ts';
import { spellsOf } from './spell.ts';
import { settleAccount } from './world/account.ts';
import { loginSource } from './world/login-source.ts';
import { canEndEarly, type ModelCloud, modelCloud } from './world/model-cloud.ts';
import { losesWeeks, recordPast } from './world/past-samples.ts';
import { interruptPast, pastHeads, withHeadsBefore } from './world/past-stops.ts';
import { createPeople, type People } from './world/people.ts';
import { settleThings } from './world/things.ts';
import { emptyWorld, presentVm, type World } from './world/world.ts';

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
  provider: (cloud) => withoutPastSpend(computeCloud(cloud)),
};

/** Runs a scenario on the real jobs, and returns the violations. */
export async function simulate(scenario: Scenario, options: RunOptions = {}): Promise<Result> {
  const random = seededRandom(scenario.seed);
  const time = virtualTime(worldStart(scenario));
  const world = emptyWorld(scenario, accountStart(scenario), samplesReach(scenario));
  world.projects.push(...scenario.projects);
  options.onWorld?.(world);
  const violations: Violation[] = [];
  const accuse = (invariant: number, what: string): void => {
    if (violations.length < mostViolations) violations.push({ invariant, at: time.now(), what });
  };
  const facts = { scenario, world, now: time.now, accuse };
  const oracle = createOracle(facts, options.replayOneIn ?? 1);
  const logins = scenario.logins === undefined ? null : loginSource(scenario, time.now);
  const people = createPeople(world, time, random.fork('people'), scenario.returns);
  const underWay = { count: 0 };
  const observer: Required<Observer> = toAll([
    ...(options.isUnwatched === true ? [] : oracle.observers),
    ...(options.isUnwatched === true || logins === null ? [] : [loginOracle(facts, logins)]),
    meddlers(world, people, scenario, random.fork('meddlers'), time.now),
    answerers(() => ({ scenario, time, ledger, observer, underWay }), random.fork('answers')),
    ...(scenario.isHasty
      ? [hastyPeople(() => ({ scenario, time, ledger, observer, underWay }), random.fork('hasty people'))]
      : []),
    ...(options.observers ?? []),
  ]);
  const luck = random.fork('latency');
  const gate = createGate({
    time,
    faults:
      options.faults ??
      scriptedFaults(scenario.faults, random.fork('faults'), canEndEarly(scenario.isOldPlatform)),
    latency: () => (scenario.hasLatency ? luck.span(milliseconds(1), milliseconds(250)) : milliseconds(0)),
    onFault: observer.struck,
  });
  const realCloud = modelCloud({
    world,
    start: scenario.start,
    now: time.now,
    witness: observer,
    luck: random.fork('acts'),
    isOld: scenario.isOldPlatform,
    spells: scenario.spells,
  });
  const cloud = options.cloud?.(realCloud) ?? realCloud;
  const inMemory = memoryLedger();
  const headsBefore = new Map<TargetId, Head>();
  const stored = withHeadsBefore(losesWeeks(scenario, inMemory, time), headsBefore);
  const ledger = options.ledger?.(stored) ?? stored;
  const { routes, spells } = scenario;
  const engine: Engine = { time, gate, cloud, ledger, stored: new Map(), routes, spells, observer, logins };
  populate(world, scenario, time, people);
  recordPast(scenario, world, time, inMemory);
  interruptPast(scenario, time, people);
  time.at(earlier(scenario.start, minutes(1)), () => {
    for (const [target, head] of pastHeads(scenario, world)) {
      headsBefore.set(target, head);
      engine.stored.set(target, head);
    }
  });
  for (const { from, target } of spellsOf(spells, 'damaged-heads'))
    time.at(from, () => {
      inMemory.damage(target);
      observer.damaged(target);
    });
  const speaking = { scenario, time, ledger, observer, underWay };
  speak(speaking, options.keep);
  if (scenario.isHasty) keepAtOnce(speaking, random.fork('keeps at once'));
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
  const isOver = () => options.until?.(violations) === true;
  await time.run(
    later(later(scenario.start, scenario.span), minutes(15)),
    () => (schedule.alive() + gate.underWay() + underWay.count > 0 ? settled() : null),
    isOver,
  );
  if (options.isUnwatched !== true && !isOver()) await oracle.finish(ledger);
  return { violations, tally: oracle.tally, ios: gate.count() };
}

/** Returns the reach of samples: an hour, or more where polls are so far apart that an hour would leave gaps. */
const samplesReach = ({ poll }: Scenario): Span => (poll > minutes(45) ? hours(2.5) : hours(1));

/** Resolves when everyone who was woken has gone on as far as possible. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** The account is a day old at the start: its credit is drawn for the span, and not for the weeks before it. */
const accountStart = (scenario: Scenario): Instant =>
  latest(worldStart(scenario), earlier(scenario.start, days(1)));

function worldStart({ start, vms, things }: Scenario): Instant {
  return earlier(
    start,
    milliseconds(Math.max(60_000, ...[...vms, ...things].map(({ createdAfter }) => -createdAfter))),
  );
}

function populate(world: World, scenario: Scenario, time: VirtualTime, people: People): void {
  for (const plan of scenario.vms) time.at(later(scenario.start, plan.createdAfter), () => people.tend(plan));
  settleThings(world, scenario, time);
  settleAccount(world, scenario, time);
}

/** Returns the observers for people who start what was stopped, and people who interfere with planned actions. */
function meddlers(
  world: World,
  people: People,
  { meddling }: Scenario,
  random: Random,
  now: () => Instant,
): Observer {
  const known = new Set<string>();
  return {
    acted({ action, on, hadEffect }) {
      if (hadEffect && on.kind === 'vm' && (action === 'stop' || action === 'terminate')) people.miss(on);
    },
    committed(_process, { intents }) {
      for (const { id, target, subject } of intents) {
        const { resource } = subjectParts(subject);
        if (known.has(id) || resource?.kind !== 'vm') continue;
        const name = VmId.parse(resource.id);
        known.add(id);
        const vm = world.projects.flatMap((project) =>
          target === `project/${project}` ? [presentVm(world, project, name, now())] : [],
        )[0];
        if (vm && random.chance(meddling)) people.meddle(vm);
      }
    },
  };
}
