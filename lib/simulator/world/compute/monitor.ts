import type * as z from 'zod';
import {
  earlier,
  earliest,
  type Instant,
  later,
  milliseconds,
  minutes,
  seconds,
} from '../../../model/time/time.ts';
import type { WireMonitorItem } from '../../../providers/compute/wire/vm.ts';
import { type Chance, drawFor } from '../draw.ts';
import type { Vm } from '../holding.ts';
import { runsOf, stateAt } from '../life.ts';
import { type Doing, doingIn } from './workload.ts';

/** Samples come, and workloads change their pace, once in this time. */
const slot = minutes(5);
const reach = minutes(60);
/** A guess: what one operation on a disk moves. */
const bytesAnOperation = 16_384;

/** States in which the guest runs on, and its counters with it. */
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

export type MonitorItem = z.input<typeof WireMonitorItem>;

export type Monitor = {
  /** The samples of the last hour, oldest first, in the platform's own units. */
  items(vm: Vm, now: Instant): MonitorItem[];
};

/**
 * Counters since boot are sums over every slot since; the first reading of each answer is kept per
 * boot, and the next answer counts on from there, so a simulated month costs little.
 */
export function createMonitor(seed: number): Monitor {
  const kept = new WeakMap<Vm, Map<Instant, Reading>>();

  return {
    items(vm, now) {
      // A guest that is down stays down while an image is made of its disk.
      const runs = runsOf(vm.life, up).filter(({ from }) => stateAt(vm.life, from) !== 'CREATING_SNAPSHOT');
      const draw = drawFor(seed, 'doing', vm.project, vm.id);
      const before = kept.get(vm) ?? new Map<Instant, Reading>();
      const firsts = new Map<Instant, Reading>();
      const samples: MonitorItem[] = [];
      for (const at of sampleTimes(seed, vm, now)) {
        const run = runs.find(({ from, until }) => from < at && (until === null || at < until));
        if (!run) continue;
        const known = firsts.get(run.from) ?? before.get(run.from);
        const from = known && known.at <= at ? known : { at: run.from, counters: zero() };
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

/** Every five minutes, each VM at its own second, as probes on many hosts come. */
function sampleTimes(seed: number, vm: Vm, now: Instant): Instant[] {
  const phase = seconds(Math.floor(drawFor(seed, 'monitor phase', vm.project, vm.id)(0)(0) * 300));
  const newest = later(slotOf(earlier(now, phase)), phase);
  const count = reach / slot;
  return Array.from({ length: count }, (_, index) =>
    earlier(newest, milliseconds((count - 1 - index) * slot)),
  );
}

/** The start of the slot that an instant is in. */
const slotOf = (at: Instant): Instant => earlier(at, milliseconds(at % slot));

function doingAt(vm: Vm, draw: Draw, at: Instant): Doing {
  const begins = slotOf(at);
  // A change of work shows from the next slot on, or what was already read would change with it.
  const { workload } = vm.workloads.findLast((change) => change.at <= begins) ?? vm.workloads[0];
  return doingIn(workload, begins, draw(begins / slot));
}

/** What the counters stand at after going on from a reading. */
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
