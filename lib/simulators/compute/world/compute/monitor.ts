import type * as z from 'zod';
import {
  earlier,
  earliest,
  type Instant,
  later,
  milliseconds,
  minutes,
  seconds,
} from '../../../../model/time/time.ts';
import { type Chance, drawFor } from '../../../http/draw.ts';
import type { MonitorItem as WireItem } from '../../wire/vm.ts';
import type { Vm } from '../holding.ts';
import { runsOf, stateAt } from '../life.ts';
import { type Doing, doingIn } from './workload.ts';

/** The interval at which samples are taken and workloads change their rate. */
const slot = minutes(5);
const reach = minutes(60);
/** The bytes of one disk operation, a guess. */
const bytesAnOperation = 16_384;

/** The states in which the guest and its counters run. */
const up: ReadonlySet<string> = new Set([
  'ACTIVE',
  'CREATING_SNAPSHOT',
  'DELETING_SNAPSHOT',
  'HOTPLUGGING',
  'MIGRATING',
  'RESIZING_DISK',
]);

type Draw = (position: number) => Chance;
type Counters = Record<'rx' | 'tx' | 'read' | 'written', number>;
type Reading = { readonly at: Instant; readonly counters: Counters };

export type MonitorItem = z.input<typeof WireItem>;

export type Monitor = {
  /** Returns the samples of the last hour, oldest first, in the platform's units. */
  items(vm: Vm, now: Instant): MonitorItem[];
};

/**
 * Creates a monitor. Counters since boot are sums over all slots since; the first reading of each answer is kept per
 * boot and the next answer continues from it, so a simulated month is cheap.
 */
export function createMonitor(seed: number): Monitor {
  const kept = new WeakMap<Vm, Map<Instant, Reading>>();

  return {
    items(vm, now) {
      // A stopped guest stays stopped while an image of its disk is made.
      const runs = runsOf(vm.life, up).filter(({ from }) => stateAt(vm.life, from) !== 'CREATING_SNAPSHOT');
      const draw = drawFor(seed, 'doing', vm.project, vm.id);
      const before = kept.get(vm) ?? new Map<Instant, Reading>();
      const firsts = new Map<Instant, Reading>();
      const samples: MonitorItem[] = [];
      for (const at of sampleTimes(seed, vm, now)) {
        const run = runs.find(({ from, until }) => from < at && (until === null || at < until));
        if (!run) continue;
        const first = firsts.get(run.from) ?? before.get(run.from);
        const from = first && first.at <= at ? first : { at: run.from, counters: zero() };
        const counters = flowed(vm, draw, from, at);
        if (!firsts.has(run.from)) firsts.set(run.from, { at, counters });
        samples.push(sample(vm, at, counters, doingAt(vm, draw, at)));
      }
      kept.set(vm, firsts);
      return samples;
    },
  };
}

const zero = (): Counters => ({ rx: 0, tx: 0, read: 0, written: 0 });

/** Returns the sample times: every five minutes, each VM at its own second, as with probes on many hosts. */
function sampleTimes(seed: number, vm: Vm, now: Instant): Instant[] {
  const phase = seconds(Math.floor(drawFor(seed, 'monitor phase', vm.project, vm.id)(0)(0) * 300));
  const newest = later(slotOf(earlier(now, phase)), phase);
  const count = reach / slot;
  return Array.from({ length: count }, (_, index) =>
    earlier(newest, milliseconds((count - 1 - index) * slot)),
  );
}

/** Returns the start of the slot of an instant. */
const slotOf = (at: Instant): Instant => earlier(at, milliseconds(at % slot));

function doingAt(vm: Vm, draw: Draw, at: Instant): Doing {
  const begins = slotOf(at);
  // A change of workload shows from the next slot on; otherwise earlier samples would change.
  const { workload } = vm.workloads.findLast((change) => change.at <= begins) ?? vm.workloads[0];
  return doingIn(workload, begins, draw(begins / slot));
}

/** Returns the counters some time after a reading. */
function flowed(vm: Vm, draw: Draw, { at: from, counters: before }: Reading, until: Instant): Counters {
  const counters = { ...before };
  for (let at = from; at < until; at = later(slotOf(at), slot)) {
    const lasts = (earliest(until, later(slotOf(at), slot)) - at) / 1_000;
    const { rx, tx, read, written } = doingAt(vm, draw, at);
    counters.rx += rx * lasts;
    counters.tx += tx * lasts;
    counters.read += read * lasts;
    counters.written += written * lasts;
  }
  return counters;
}

function sample(vm: Vm, at: Instant, counters: Counters, doing: Doing): MonitorItem {
  const { vcpus, memoryGib } = vm.size;
  return {
    cpu: Math.round(doing.cpu * vcpus * 100) / 100,
    memory: String(Math.round(doing.memory * memoryGib * 1_048_576)),
    diskRdBytes: String(counters.read),
    diskRdIops: String(Math.floor(counters.read / bytesAnOperation)),
    diskWrBytes: String(counters.written),
    diskWrIops: String(Math.floor(counters.written / bytesAnOperation)),
    netRx: String(counters.rx),
    netTx: String(counters.tx),
    guestPing: '1',
    timestamp: String(at / 1_000),
  };
}
