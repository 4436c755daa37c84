import { describe, expect, it } from 'vitest';
import { hours, later, minutes } from '../../lib/model/time/time.ts';
import { pushSource } from '../../lib/observe/push/push-source.ts';
import type { SignalSource } from '../../lib/observe/signals/signals.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import type { Head } from '../../lib/state/head.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { aStop } from '../support/builders/step-builders.ts';
import { sampleOf, scaled } from '../support/tier.ts';
import { withPorts } from './bugs/plant.ts';
import { type Plant, signalBugs, sourceAtZero } from './bugs/signal-bugs.ts';
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

/** Runs a seed with its own faults; its signals are pushed to the real receiver by agents of all kinds. */
async function flawsIn(
  seed: number,
  { source = (real) => real, receiverClock, push = (real) => real, head, isAtWork }: Plant = {},
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
      const { ledger } = ports;
      const changed = head && { ...ledger, commit: (next: Head) => ledger.commit(head(next)) };
      return { ...ports, ...(changed && { ledger: changed }), signals: [{ name: 'pushes', read }] };
    }),
    isUnwatched: true,
    ledger: (inner: Ledger) => {
      agents = gpuAgents(scenario, push(inner.push), { receiverClock, isAtWork });
      return inner;
    },
    observers: [oracle],
  });
  expect(violations).toEqual([]);
  return { flaws, tally: oracle.tally };
}

describe('Signals that arrive late, stop, repeat, are wrong or are forged', () => {
  it('make a VM idle only by complete and recent figures of its own (invariant 19)', async () => {
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

  it('make no VM idle where a source falls to 0 for its whole fleet at once (invariant 26)', async () => {
    const [seed = 1] = seeds;
    const { flaws } = await flawsIn(seed, sourceAtZero(later(drawScenario(seed).start, hours(2))));
    expect(flaws).toEqual([]);
  });

  it.each(sampleOf(signalBugs))('are caught where %s', async (_, plant) => {
    for (const seed of seeds) {
      const { flaws } = await flawsIn(seed, plant(drawScenario(seed).start));
      if (flaws.length > 0) return;
    }
    expect.fail('no seed showed it');
  });
});
