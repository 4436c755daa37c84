import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { gaugeUsage } from '../../../lib/clouds/runpod/facts/gauges.ts';
import { type UsagePoint, type UsageSamples, usageSlot } from '../../../lib/model/facts/usage.ts';
import { joinUsagePoints } from '../../../lib/model/facts/usage-points.ts';
import { groupByKey } from '../../../lib/model/grouped-by.ts';
import { toTarget, VmId } from '../../../lib/model/ids.ts';
import {
  earlier,
  hours,
  type Instant,
  instant,
  later,
  minutes,
  type Span,
} from '../../../lib/model/time/time.ts';
import { judgeIdle } from '../../../lib/rules/idle/judge.ts';
import {
  addTallies,
  noStops,
  replayStops,
  type StopTally,
} from '../../../lib/rules/idle/learned/replay-stops.ts';
import { anObservation, aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';
import { generator } from './generator.ts';

/** A sample of a pod: seconds since the first, GPU in percent, and its memory in MiB. */
type Row = { readonly pod: string; readonly seconds: number; readonly gpu: number; readonly memory: number };

export function readPods(file: string): readonly (readonly Row[])[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(1);
  const rows = lines.map((line): Row => {
    const [pod = '', seconds, gpu, memory] = line.split(',');
    return { pod, seconds: Number(seconds), gpu: Number(gpu), memory: Number(memory) };
  });
  return [...groupByKey(rows, ({ pod }) => pod).values()];
}

/** All pods have GPUs of this memory, in GB. The trace has their whole memory nowhere. */
const memory = 80;
const gpuTypes = new Map([['gpu', { id: 'gpu', memory }]]);
const id = VmId.parse('pod');
const pod = aVm({ id, createdAt: null, gpus: 1 });
const followUp = 96;

/** Returns what polls every five minutes know of a pod, of which a share fails. */
function polledPoints(rows: readonly Row[], failed: number, random: () => number): readonly UsagePoint[] {
  const polls: UsageSamples[] = [];
  const end = later(noon, hours((rows.at(-1)?.seconds ?? 0) / 3_600));
  for (let at = later(noon, minutes(1)); at <= end; at = later(at, usageSlot)) {
    const row = rows.findLast(({ seconds }) => seconds * 1_000 <= at - noon);
    if (random() < failed || row === undefined) continue;
    const util = Math.round((row.memory / 1_024 / memory) * 100);
    const gpus = [{ util: Math.round(row.gpu), memoryUtil: util }];
    const runtime = { cpu: { util: 3 }, gpus, uptime: row.seconds + 60 };
    const wire = { id, status: 'RUNNING' as const, gpu: { id: 'gpu', count: 1 }, runtime };
    const recent = polls.filter((poll) => poll.at > earlier(at, minutes(20)));
    polls.push({ at, usage: gaugeUsage([wire], at, gpuTypes, recent) });
  }
  return joinUsagePoints(
    polls.flatMap(({ usage }) => usage),
    instant(0),
  );
}

/** Returns the use of a pod in each slot by the whole series: 5 % in any sample. */
function useOf(rows: readonly Row[]) {
  const slots = Math.floor(((rows.at(-1)?.seconds ?? 0) * 1_000) / usageSlot);
  const used = new Set(
    rows.flatMap(({ gpu, seconds }) => (gpu >= 5 ? [Math.floor((seconds * 1_000) / usageSlot)] : [])),
  );
  return Array.from({ length: slots }, (_, slot) =>
    used.has(slot) ? ('used' as const) : ('quiet' as const),
  );
}

function replayed(rows: readonly Row[], window: Span, failed: number, random: () => number): StopTally {
  const points = polledPoints(rows, failed, random);
  const rule = anIdleRule({ gpuWindow: window });
  const isIdle = (slot: number) => {
    const at: Instant = later(noon, minutes((slot + 1) * 5 + 1));
    const usage = [
      { vm: id, points: points.filter((point) => point.at <= at && point.at > earlier(at, hours(9))) },
    ];
    // A failed poll judges nothing.
    if (usage[0]?.points.at(-1)?.at !== later(noon, minutes((slot + 1) * 5))) return false;
    const [verdict] = judgeIdle(rule, {
      target: toTarget(lab),
      observation: { ...anObservation({ at, resources: [pod], usage }), signals: ['cpu'] },
      usages: new Map([[id, usage]]),
      signals: { [id]: { gpus: noon } },
      stops: [],
    });
    return verdict?.kind === 'breached';
  };
  return replayStops(useOf(rows), { isIdle }, { step: 1, notice: 0, within: followUp });
}

/** A rule of a window on pods, by how many polls fail: wrong stops and what is caught of gaps of eight hours. */
export function* failing(pods: readonly (readonly Row[])[], times: number): Generator<string> {
  const random = generator();
  yield '| gpu-window | polls that fail | stops | wrong | caught |';
  yield '| --- | ---: | ---: | ---: | ---: |';
  for (const window of [4, 6])
    for (const failed of [0, 0.01, 0.05, 0.1]) {
      const runs = failed === 0 ? 1 : times;
      const tallies = Array.from({ length: runs }, () =>
        pods.map((rows) => replayed(rows, hours(window), failed, random)).reduce(addTallies, noStops),
      );
      const { stops, wrong, unknown, found, gaps } = tallies.reduce(addTallies, noStops);
      const mean = (count: number) => (count / runs).toFixed(1);
      const caught = ((found / gaps) * 100).toFixed(1);
      yield `| ${window} h | ${failed * 100} % | ${mean(stops)} and ${mean(unknown)} near the end | ${mean(wrong)} | ${caught} % |`;
    }
}
