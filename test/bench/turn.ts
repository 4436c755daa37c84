import { listVms, monitorVm } from '../../lib/clouds/compute/contract/vms.ts';
import { listInventories } from '../../lib/clouds/compute/facts/inventory.ts';
import { observeProject } from '../../lib/clouds/compute/facts/project.ts';
import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { takeTurn } from '../../lib/decide/turn.ts';
import type { TurnInput } from '../../lib/decide/turn-input.ts';
import type { Observation, ProjectObservation } from '../../lib/model/facts/observation.ts';
import type { UsageSamples } from '../../lib/model/facts/usage.ts';
import { ProjectId, projectTarget, VmId } from '../../lib/model/ids.ts';
import type { Meter } from '../../lib/model/money/meter.ts';
import { charge, hourlyPrice } from '../../lib/model/money/money.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { findPeriod } from '../../lib/model/time/period.ts';
import { earlier, hours, type Instant, instant, later, minutes } from '../../lib/model/time/time.ts';
import { decodeHead, encodeHead } from '../../lib/record/packing/codec.ts';
import { firstHead, type Head } from '../../lib/state/head.ts';
import { aFleet, longId } from '../support/builders/fleet-builders.ts';
import { anObservation, usageUntil } from '../support/builders/observation-builders.ts';
import { emptyFleet, noPast } from '../support/turn-input.ts';
import { cpuTime, cpuTimeOf, type Figure, ms, ratio } from './figure.ts';
import { wireSamples, wireVms } from './fleet.ts';
import { sized } from './scale.ts';

const vms = 100;
const large = sized(5_000, 100);
const start = instant(Date.parse('2026-03-17T06:00:00Z'));

/** Every kind of rule that a project can be judged by, with all steps. */
const policy = readPolicy(
  `
version: 1
mode: enforce
protect: [{ metadata: { env: production } }]
rules:
  - { name: budget, budget: 5000 USD a month, forecast: 100%, then: [{ stop: idle, at: 110% }] }
  - { name: reported, budget: 6000 USD a month, on: reported }
  - { name: idle, idle: 4h, then: [{ stop: after 1h }, { image: after 7d }, { terminate: after 8d }] }
  - { name: waste, waste: all, then: [{ image: after 7d }, { terminate: after 8d }] }
  - { name: hours, schedule: Mon-Fri 08:00-19:00, then: [{ stop: after 30m }, { start: true }] }
  - { name: lifetime, lifetime: 30d, then: [{ stop: after 1h }] }
  - { name: commitments, commitment: [30d, 7d] }
  - { name: pace, rate: 50 USD an hour }
  - { name: unusual, anomaly: default }
  - { name: the bill, reconcile: default }
  - { name: sight, freshness: default }
`,
  'bench.yaml',
);

/** The hours of four weeks, as they are read once in each hour. */
const pastHours = Array.from({ length: 28 * 24 }, (_, index): Meter => {
  const period = findPeriod('hour', earlier(start, hours(index + 1)), 'UTC');
  const rate = hourlyPrice(`${20 + (index % 24)}`);
  return { period, charge: charge(rate, hours(1)), since: period.from, gap: hours(0) };
}).toReversed();

/** Judging a poll of projects of 100 VMs on one core, each with monitor samples of every VM. */
export function benchTurn(): Figure[] {
  const observed = Array.from({ length: 16 }, (_, step) => observationAt(later(start, minutes(15 * step))));
  const history = observed.slice(0, -2);
  const [before, now] = observed.slice(-2);
  if (before === undefined || now === undefined) throw new TypeError('too short');
  const first = takeTurn(
    turnOf(firstHead(projectTarget(null, ProjectId.parse('p-0'))), before, history),
  ).head;
  const stored = encodeHead(first);
  const verdicts = takeTurn(turnOf(first, now, history)).verdicts.length;
  const yardstick = JSON.stringify({ VMs: wireVms('p-0', vms) });
  const figures: Figure[] = [];
  for (const count of sized([10, 100, 1_000], [2])) {
    // Read from the ledger first, and held all at once, as a run does.
    const heads = Array.from({ length: count }, () => decodeHead(stored));
    const all = cpuTimeOf(function* () {
      for (const head of heads) {
        const input = turnOf(head, asRead(now), history.map(asRead));
        yield () => takeTurn(input);
      }
    });
    const parse = cpuTime(() => {
      for (let project = 0; project < count; project += 1) JSON.parse(yardstick);
    });
    figures.push(
      {
        what: `judging ${count} projects x ${vms} VMs by ten kinds of rules, every VM sampled`,
        figure: `${ms(all)} of CPU, ${ratio(all, parse)} of parsing their replies; ${verdicts} verdicts each`,
        ...(count === 1_000 && { goal: '≤ 10 s on one core' }),
      },
      {
        what: 'most memory of the process until then',
        figure: `${Math.round(process.resourceUsage().maxRSS / 1_024)} MB`,
        ...(count === 1_000 && { goal: '≤ 512 MB' }),
      },
    );
  }
  return [...figures, ...largeTurn()];
}

/** A project of 5,000 VMs with ids like UUIDs, from one turn to the items of the next. */
function largeTurn(): Figure[] {
  const at = later(start, minutes(5));
  const resources = aFleet(large, longId).map((vm) => ({ ...vm, seenAt: at }));
  const usage = resources.map(({ id }, index) => usageUntil(at, [index % 60, index % 7, 3], id));
  const first = takeTurn(
    turnOf(firstHead(projectTarget(null, ProjectId.parse('p-0'))), observationOf(start), []),
  ).head;
  const observation = { ...observationOf(at), resources, usage };
  const { head } = takeTurn(turnOf(first, observation, []));
  const turn = cpuTimeOf(function* () {
    const input = turnOf(head, { ...asRead(observation), at: later(at, minutes(15)) }, []);
    yield () => takeTurn(input);
  });
  const stored = encodeHead(head);
  return [
    {
      what: `a turn of one project of ${large} VMs, every VM sampled`,
      figure: `${ms(turn)} of CPU; to bytes ${ms(cpuTime(() => encodeHead(head)))}, and back ${ms(cpuTime(() => decodeHead(stored)))}`,
    },
    { what: 'its head', figure: `${Math.round(stored.length / 1_024)} KiB, in items of at most 256 KiB` },
  ];
}

/** Each project is read by itself: nothing that is known of another one helps. */
const asRead = ({ resources, usage, ...observation }: ProjectObservation): ProjectObservation => ({
  ...observation,
  resources: resources.map((resource) => ({ ...resource })),
  usage: usage.map((sample) => ({ ...sample })),
});

const observationOf = (at: Instant) => anObservation({ at, resources: [] });

const turnOf = (head: Head, pollResult: Observation, samplings: readonly UsageSamples[]): TurnInput => ({
  head,
  pollResult,
  asked: [],
  unsupported: [],
  past: { ...noPast, samplings, hours: pastHours },
  fleet: emptyFleet,
  policy,
  intervals: defaultIntervals,
});

function observationAt(at: Instant): ProjectObservation {
  const answered = <T>(value: T) => ({ kind: 'answered' as const, value, flaws: [] });
  const wire = wireVms('p-0', vms).map((vm) => listVms.item.parse(vm));
  const samples = wire.map((vm, index) => {
    const items = wireSamples(index, at / 1_000).map((item) => monitorVm.item.parse(item));
    return [VmId.parse(vm.id), answered(items)] as const;
  });
  const pollResult = observeProject(
    {
      at,
      account: 'main',
      inventories: listInventories({ vms: answered(wire), machines: answered([]) }, at),
      absences: { gone: new Set(), existing: [], doubts: new Map() },
      spend: null,
      usage: new Map(samples),
      // What the poll 15 minutes before has shown.
      usageUntil: earlier(at, minutes(15)),
    },
    null,
  );
  if (pollResult.kind !== 'project') throw new TypeError('not a project');
  return pollResult;
}
