import { listVms, monitorVm } from '../../lib/cloud/contract/vms.ts';
import { readPolicy } from '../../lib/config/read-policy.ts';
import { takeTurn } from '../../lib/decide/turn.ts';
import { firstHead, type Head } from '../../lib/model/head.ts';
import { ProjectId, projectTarget, VmId } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/intervals.ts';
import type { Sighting } from '../../lib/model/observation.ts';
import { type Instant, instant, later, minutes } from '../../lib/model/time.ts';
import { observeProject } from '../../lib/observe/project.ts';
import { type Figure, medianTime, ms, ratio } from './figure.ts';
import { wireSamples, wireVms } from './fleet.ts';

const projects = 1_000;
const vms = 100;
const start = instant(Date.parse('2026-03-17T06:00:00Z'));

const policy = readPolicy(
  `
version: 1
mode: enforce
protect: [{ metadata: { env: production } }]
rules:
  - { name: budget, budget: 5000 USD a month, at: [50%, 80%, 100%] }
  - { name: reported, budget: 6000 USD a month, on: reported }
  - { name: idle, idle: 4h, then: [{ stop: after 1h }] }
`,
  'bench.yaml',
);

/** Judging a poll of 1,000 projects of 100 VMs on one core, with monitor samples of every VM. */
export function benchTurn(): Figure[] {
  const observed = Array.from({ length: 16 }, (_, step) => sightingAt(later(start, minutes(15 * step))));
  const history = observed.slice(0, -2);
  const [before, now] = observed.slice(-2);
  if (before === undefined || now === undefined) throw new TypeError('too short');
  const first = takeTurn(turnOf(firstHead(projectTarget(ProjectId.parse('p-0'))), before, history)).head;
  const turn = () => takeTurn(turnOf(first, now, history));
  const judged = turn();
  const yardstick = JSON.stringify({ VMs: wireVms('p-0', vms) });
  const all = medianTime(3, () => {
    for (let project = 0; project < projects; project += 1) turn();
  });
  const parse = medianTime(3, () => {
    for (let project = 0; project < projects; project += 1) JSON.parse(yardstick);
  });
  const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
  return [
    {
      what: `judging ${projects} projects x ${vms} VMs, every VM sampled`,
      figure: `${ms(all)}, ${ratio(all, parse)} of parsing their replies; ${judged.verdicts.length} verdicts each`,
      goal: '≤ 10 s on one core',
    },
    { what: 'memory of the process meanwhile', figure: `${rss} MB`, goal: '≤ 512 MB' },
  ];
}

const turnOf = (head: Head, observation: Sighting, history: readonly Sighting[]) => ({
  head,
  observation,
  asked: [],
  history,
  policy,
  intervals: defaultIntervals,
});

function sightingAt(at: Instant): Sighting {
  const answered = <T>(value: T) => ({ kind: 'answered' as const, value, flaws: [] });
  const wire = wireVms('p-0', vms).map((vm) => listVms.item.parse(vm));
  const samples = wire.map((vm, index) => {
    const items = wireSamples(index, at / 1_000).map((item) => monitorVm.item.parse(item));
    return [VmId.parse(vm.id), answered(items)] as const;
  });
  const observation = observeProject(
    {
      at,
      account: 'main',
      vms: answered(wire),
      machines: answered([]),
      volumes: null,
      spend: null,
      usage: new Map(samples),
      usageUntil: null,
    },
    null,
  );
  if (observation.kind !== 'project') throw new TypeError('not a project');
  return observation;
}
