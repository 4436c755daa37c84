import type { UsagePoint } from '../../../lib/model/facts/usage.ts';
import { ProjectId, projectTarget, Subject, VmId } from '../../../lib/model/ids.ts';
import { stableHash } from '../../../lib/model/stable-hash.ts';
import { earlier, instant, minutes } from '../../../lib/model/time/time.ts';
import { pushedSlots } from '../../../lib/observe/push/pushed-usage.ts';
import { pushItem } from '../../../lib/record/clear-item.ts';
import type { Item } from '../../../lib/record/item.ts';
import { samplingItems } from '../../../lib/record/sample-item.ts';
import type { Prices } from './prices.ts';

const monthly = { hours: 730, quarters: 4 * 730 };
const now = instant(Date.UTC(2026, 2, 17, 12));
const project = ProjectId.parse('ml-infra');
const host = '5c2a9d4e-7f31-4b06-9a8e-1d0c3b5f7e2a';
const gpuIds = Array.from({ length: 8 }, (_, index) => `GPU-5c2a9d4e-7f31-4b06-9a8e-1d0c3b5f7e2${index}`);

const sizeOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => {
    const body = value.B ?? value.S ?? value.N ?? '';
    return sum + name.length + (typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  }, 0);
const unitsOf = (items: readonly Item[]): number =>
  items.reduce((sum, item) => sum + Math.ceil(sizeOf(item) / 1_024), 0);

/** A push of an agent of eight GPUs: fifteen minutes, each GPU at its own use. */
function aPush(): Item {
  const points = Array.from({ length: 15 }, (_, minute) => earlier(now, minutes(14 - minute))).flatMap(
    (at) => [
      { metric: 'system.cpu.utilization' as const, part: '', host, at, value: 0.0312 },
      { metric: 'spendwatch.sessions' as const, part: '', host, at, value: 0 },
      ...gpuIds.flatMap((part, index) => [
        { metric: 'hw.gpu.utilization' as const, part, host, at, value: 0.9 + index / 100 },
        { metric: 'hw.gpu.memory.usage' as const, part, host, at, value: 78 * 2 ** 30 },
      ]),
    ],
  );
  return pushItem({
    machine: Subject.parse(`project/${project}/vm/train-7b-0`),
    at: now,
    ...pushedSlots(points),
  });
}

/** Returns a figure below a bound that is as good as random, so that packing gains nothing by a pattern. */
const any = (what: string, below: number): number => stableHash(what) % below;

/** The usage items of a project's poll, whose VMs have GPUs, with signals and without. */
function usageItems(vms: number, hasSignals: boolean): readonly Item[] {
  const point = (vm: number, ago: number): UsagePoint => ({
    at: earlier(now, minutes(5 * ago)),
    cpu: any(`cpu ${vm} ${ago}`, 99) / 10,
    network: 1_024 * any(`network ${vm} ${ago}`, 9),
    disk: 1_024 * any(`disk ${vm} ${ago}`, 30),
    answers: true,
    ...(hasSignals && {
      gpu: { known: 8, busiest: any(`gpu ${vm} ${ago}`, 100), memory: any(`memory ${vm} ${ago}`, 640) },
      logins: any(`logins ${vm} ${ago}`, 2),
    }),
  });
  const usage = Array.from({ length: vms }, (_, vm) => ({
    vm: VmId.parse(`train-7b-${vm}`),
    points: [2, 1, 0].map((ago) => point(vm, ago)),
  }));
  return samplingItems(projectTarget(null, project), { at: now, usage });
}

/** Returns the section on what signals of GPU machines cost, computed from the bytes of the items that are written. */
export function signalsSection(prices: Prices): string {
  const push = aPush();
  const bytes = sizeOf(push);
  const row = (machines: number, projects: number): string => {
    const more = (hasSignals: boolean) => unitsOf(usageItems(machines / projects, hasSignals));
    const history = (projects * (more(true) - more(false)) * monthly.quarters * prices.writes) / 1e6;
    const sent = machines * monthly.quarters;
    const writes = (sent * unitsOf([push]) * prices.writes) / 1e6;
    // Each poll with usage reads an hour of pushes; a unit reads two pages of 4 KB.
    const reads = (monthly.quarters * Math.ceil((4 * machines * bytes) / 4_096) * 0.5 * prices.reads) / 1e6;
    // A function of 256 MB, for 40 ms each, with 400 bytes of log; the secret is decrypted every 15 minutes.
    const receiving =
      (sent * prices.invocations) / 1e6 +
      sent * 0.25 * 0.04 * prices.compute +
      ((sent * 400) / 1e9) * prices.logs +
      (monthly.quarters * prices.decrypts) / 1e6;
    const kept = ((machines * 192 * (bytes + 100)) / 1e9) * (prices.storage + prices.recovery);
    const cells = [history, writes, reads, receiving, kept, history + writes + reads + receiving + kept];
    return `| ${machines.toLocaleString('en')}, in ${projects === 1 ? 'one project' : `${projects} projects`} | ${cells.map((cell) => cell.toFixed(3)).join(' | ')} |`;
  };
  return `## Signals

Usage that is written every 15 minutes with its signals, and pushes of machines with eight GPUs, of ${bytes} bytes each. A Prometheus
costs the first column alone, and the time that Lambda may wait for it.

| GPU machines, USD a month more | usage with signals | pushes written | read | received | kept for two days | all |
| --- | --- | --- | --- | --- | --- | --- |
${row(10, 1)}
${row(1_000, 10)}
`;
}
