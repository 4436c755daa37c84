import type { ConnectionName } from '../../lib/model/connection-name.ts';
import { VmId } from '../../lib/model/ids.ts';
import { subjectParts } from '../../lib/model/subject.ts';
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
import { type FaultPlan, scriptedFaults } from './engine/faults.ts';
import { createGate, type Gate, type GateOptions } from './engine/gate.ts';
import { hasWrongClock, type Process } from './engine/process.ts';
import { type Random, seededRandom } from './engine/seeded-random.ts';
import type { VirtualTime } from './engine/virtual-time.ts';
import type { Observer } from './observer.ts';
import { policyOf, type View } from './of-connection.ts';
import { createOracle, type Oracle } from './oracle/oracle.ts';
import type { Case } from './oracle/violation.ts';
import type { Scenario } from './scenario.ts';
import { spellsAt } from './spell.ts';
import { settleAccount } from './world/account.ts';
import { canEndEarly } from './world/model-cloud.ts';
import { createPeople, type People } from './world/people.ts';
import { settleThings } from './world/things.ts';
import { emptyWorld, presentVm, type World } from './world/world.ts';

/** A connection of a run: its world and people, and the oracle that judges it as if it were the only one. */
export type SimulatedConnection = View & {
  readonly scenario: Scenario;
  readonly random: Random;
  readonly world: World;
  readonly people: People;
  readonly oracle: Oracle;
  /** The people who start what was stopped, and who interfere with planned actions. */
  readonly meddlers: Observer;
  /** Returns a gate with its faults. */
  gate(onFault: GateOptions['onFault'], faults?: FaultPlan): Gate;
  /** Creates what is in its world, from its start on. */
  populate(): void;
};

export type ConnectionInput = Pick<Case, 'accuse'> & {
  readonly name: ConnectionName | null;
  readonly scenario: Scenario;
  readonly time: VirtualTime;
  /** True if it is the only one. */
  readonly isAlone: boolean;
};

export function simulateConnection(input: ConnectionInput): SimulatedConnection {
  const { name, time, isAlone, accuse } = input;
  const policies = ([first, ...others]: Scenario['policies']): Scenario['policies'] => {
    const own = ({ from, policy }: typeof first) => ({ from, policy: policyOf(policy, name) });
    return [own(first), ...others.map(own)];
  };
  const scenario = isAlone
    ? input.scenario
    : { ...input.scenario, policies: policies(input.scenario.policies) };
  const random = seededRandom(scenario.seed);
  const world = emptyWorld(scenario, accountStart(scenario), samplesReach(scenario), time.now);
  world.projects.push(...scenario.projects);
  const people = createPeople(world, time, random.fork('people'), scenario.returns);
  const luck = random.fork('latency');
  return {
    ...{ name, scenario, random, world, people },
    seen: isAlone ? (process) => process : seenBy(name, scenario),
    oracle: createOracle({ scenario, world, now: time.now, accuse }, isAlone),
    meddlers: meddlers(world, people, scenario, random.fork('meddlers'), time.now),
    gate: (
      onFault,
      faults = scriptedFaults(scenario.faults, random.fork('faults'), canEndEarly(scenario.isOldPlatform)),
    ) =>
      createGate({
        time,
        faults,
        latency: () =>
          scenario.hasLatency ? luck.span(milliseconds(1), milliseconds(250)) : milliseconds(0),
        ...(onFault && { onFault }),
      }),
    populate() {
      for (const plan of scenario.vms)
        time.at(later(scenario.start, plan.createdAfter), () => people.tend(plan));
      settleThings(world, scenario, time);
      const began = worldStart(scenario);
      if (began > time.now()) time.at(began, () => settleAccount(world, scenario, time));
      else settleAccount(world, scenario, time);
    },
  };
}

/**
 * Returns a process as a connection sees it: with its policy, its clock as the cloud's differs from it, and without what
 * went wrong in other clouds.
 */
function seenBy(name: ConnectionName | null, { spells }: Scenario): View['seen'] {
  const known = new WeakMap<Process, Process>();

  function asSeen(process: Process): Process {
    const { id, job, orders, startedAt, ended } = process;
    const wrong = spellsAt(spells, 'wrong-clocks', startedAt).find(
      (spell) => spell.job === null || spell.job === job,
    );
    const cloudIsBehind = milliseconds(name === null || hasWrongClock(process) ? 0 : (wrong?.skew ?? 0));
    let isTroubled = false;
    return {
      ...{ id, job, startedAt, ended, cloudIsBehind },
      orders: { ...orders, policy: policyOf(orders.policy, name) },
      skew: milliseconds(process.skew + cloudIsBehind),
      die: () => process.die(),
      get dead() {
        return process.dead;
      },
      get endedAt() {
        return process.endedAt;
      },
      get troubled() {
        return isTroubled || process.troubled;
      },
      set troubled(isSo) {
        isTroubled = isSo;
      },
    };
  }

  return (process) => {
    const seen = known.get(process) ?? asSeen(process);
    known.set(process, seen);
    return seen;
  };
}

/** Returns the reach of samples: an hour, or more where polls are so far apart that an hour would leave gaps. */
const samplesReach = ({ poll }: Scenario): Span => (poll > minutes(45) ? hours(2.5) : hours(1));

/** The account is a day old at the start: its credit is drawn for the span, and not for the weeks before it. */
const accountStart = (scenario: Scenario): Instant =>
  latest(worldStart(scenario), earlier(scenario.start, days(1)));

/** Returns the time at which the first resource is created. */
export function worldStart({ start, vms, things }: Scenario): Instant {
  return earlier(
    start,
    milliseconds(Math.max(60_000, ...[...vms, ...things].map(({ createdAfter }) => -createdAfter))),
  );
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
