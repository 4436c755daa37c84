import { describe, expect, it } from 'vitest';
import { quarterOf } from '../../lib/model/facts/push.ts';
import { usageSlot } from '../../lib/model/facts/usage.ts';
import { hours, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import { pushSource } from '../../lib/observe/push/push-source.ts';
import type { SignalPoint, SignalSource } from '../../lib/observe/signals/signals.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { aStop } from '../support/builders/step-builders.ts';
import { sampleOf, scaled } from '../support/tier.ts';
import { withPorts } from './bugs/plant.ts';
import { cutScenario } from './cut.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { signalOracle } from './oracle/signal-oracle.ts';
import { simulate } from './run.ts';
import type { Scenario } from './scenario.ts';
import { type GpuAgents, gpuAgents } from './world/gpu-agents.ts';

const window = hours(1);

/** The seeds with the usual interval of polls, and VMs of one name in several projects. */
const seeds = Array.from({ length: 60 }, (_, index) => index + 1)
  .filter((seed) => {
    const { poll, projects } = drawScenario(seed);
    return poll <= minutes(15) && projects.length > 1;
  })
  .slice(0, 6);

/** Gives every VM two GPUs and an idle CPU, under one rule that stops a VM after an idle hour. */
function withGpus(seed: number): Scenario {
  const scenario = cutScenario(drawScenario(seed), { hours: 7, without: ['overrides', 'silences', 'skew'] });
  const [{ policy }] = scenario.policies;
  const rule = anIdleRule({
    name: 'idle GPUs',
    window,
    networkBelow: 1e9,
    cpuBelow: 99,
    coolOff: hours(1),
    then: [aStop(minutes(10))],
  });
  return {
    ...scenario,
    vms: scenario.vms.map((vm) => ({ ...vm, gpus: 2, metadata: {}, createdAfter: hours(0) })),
    policies: [{ from: scenario.start, policy: { ...policy, protect: [], rules: [rule], routes: null } }],
    spells: [],
  };
}

type Plant = {
  readonly source?: (source: SignalSource) => SignalSource;
  readonly receiverClock?: (now: Instant, told: Instant) => Instant;
  readonly push?: (push: Ledger['push']) => Ledger['push'];
};

/** Plants a bug: only the first host that pushes in a quarter of an hour counts. */
const oncePerQuarter = (push: Ledger['push']): Ledger['push'] => {
  const heard = new Set<string>();
  return async (sent) => {
    const key = `${sent.machine} ${quarterOf(sent.at)}`;
    if (heard.has(key)) return 'too-soon';
    heard.add(key);
    return push(sent);
  };
};

/** Runs a seed with its own faults; its signals are pushed to the real receiver by agents of all kinds. */
async function flawsIn(
  seed: number,
  { source = (real) => real, receiverClock, push = (real) => real }: Plant = {},
) {
  const scenario = withGpus(seed);
  const flaws: string[] = [];
  let agents: GpuAgents | undefined;
  const oracle = signalOracle(
    window,
    () => agents,
    (what) => flaws.push(what),
  );
  const { violations } = await simulate(scenario, {
    ...withPorts((ports, { skew }) => {
      const pushed = source(pushSource(ports.ledger.pushes));
      const read: SignalSource['read'] = async (slots) => {
        await agents?.until(later(ports.clock.now(), -skew as typeof skew));
        return pushed.read(slots);
      };
      return { ...ports, signals: [{ name: 'pushes', read }] };
    }),
    isUnwatched: true,
    ledger: (inner: Ledger) => {
      agents = gpuAgents(scenario, push(inner.push), receiverClock);
      return inner;
    },
    observers: [oracle],
  });
  expect(violations).toEqual([]);
  return { flaws, tally: oracle.tally };
}

/** Plants a mistake in the signals of each machine. */
const telling = (
  change: (points: readonly SignalPoint[], machine: string, until: Instant) => readonly SignalPoint[],
): Plant => ({
  source: (source) => ({
    ...source,
    read: async (slots) => {
      const told = [...(await source.read(slots))];
      return new Map(told.map(([machine, points]) => [machine, change(points, machine, slots.until)]));
    },
  }),
});

/** Plants a bug: earlier signals are repeated when there are no new ones. */
function carriedOn(): Plant {
  const known = new Map<string, SignalPoint>();
  return {
    source: (source) => ({
      ...source,
      read: async (slots) => {
        const told = new Map(await source.read(slots));
        for (const [machine, points] of told) {
          const last = points.at(-1);
          if (last) known.set(machine, last);
        }
        for (const [machine, last] of known) {
          const points = [...(told.get(machine) ?? [])];
          for (let at = later(last.at, usageSlot); at <= slots.until; at = later(at, usageSlot))
            points.push({ ...last, at });
          told.set(machine, points);
        }
        return told;
      },
    }),
  };
}

/** Plants a bug: a machine is known by its id alone, in whatever project. */
const withoutProjects: Plant = {
  source: (source) => ({
    ...source,
    read: async (slots) => {
      const told = await source.read(slots);
      const idOf = (machine: string) => machine.slice(machine.lastIndexOf('/'));
      return new Map(
        [...told.keys()].map((machine) => [
          machine,
          [...told].findLast(([other]) => idOf(other) === idOf(machine))?.[1] ?? [],
        ]),
      );
    },
  }),
};

describe('Signals that come late, stop, repeat, lie or are forged', () => {
  it('find VMs idle by what these measured themselves, whole and lately, and by nothing else (invariant 19)', async () => {
    const tally = { alerts: 0, stops: 0 };
    for (const seed of seeds.slice(0, scaled(seeds.length))) {
      const { flaws, tally: own } = await flawsIn(seed);
      expect(flaws, `seed ${seed}`).toEqual([]);
      tally.alerts += own.alerts;
      tally.stops += own.stops;
    }
    expect(tally.alerts).toBeGreaterThan(scaled(20));
    expect(tally.stops).toBeGreaterThan(scaled(10));
  });

  it.each(
    sampleOf<[string, () => Plant]>([
      ['a signal that stopped goes on as it was', carriedOn],
      [
        'a GPU that is not known counts as idle',
        () =>
          telling((points) =>
            points.map((point) => (point.gpu ? { ...point, gpu: { ...point.gpu, known: 2 } } : point)),
          ),
      ],
      ['a machine is known without its project', () => withoutProjects],
      ['a copy keeps its machine from being heard', () => ({ push: oncePerQuarter })],
      ['the time of figures is not held against the clock', () => ({ receiverClock: (_, told) => told })],
    ]),
  )('are caught where %s', async (_, plant) => {
    for (const seed of seeds) {
      const { flaws } = await flawsIn(seed, plant());
      if (flaws.length > 0) return;
    }
    expect.fail('no seed showed it');
  });
});
