import type { Instant } from '../../../lib/model/time/time.ts';
import { earlier, instant, later, minutes } from '../../../lib/model/time/time.ts';
import type { Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import { type Monitor, type Sample, sampleEvery } from './monitor.ts';
import { type Gauge, gaugeOf, leaves } from './runpod-wire.ts';
import type { TrueVm } from './true-resource.ts';

/** The reading of one poll that was recorded. */
type Reading = Sample & {
  readonly gauge: Gauge;
  /** Its time by the clock of the process, which decides its slot. */
  readonly toldAt: Instant;
  readonly askedAt: Instant;
  readonly recordedAt: Instant;
  readonly knowsMemory: boolean;
};

/** The longest time between two readings that cover the slots between them, and between two that are compared. */
const longestGap = minutes(6);
const longestCompared = minutes(20);

/**
 * Records what the gauges of VMs read in each recorded poll, since they show nothing of the past. A GPU counts as used too
 * where the memory on it differs from that of the reading before.
 */
export function gaugeMonitor(now: () => Instant): Monitor & { readonly observer: Observer } {
  const readings = new WeakMap<TrueVm, Reading[]>();
  const rereads = new WeakMap<TrueVm, Seen>();
  const pending = new WeakMap<Process, { read: Map<TrueVm, Seen>; knowsMemory: boolean }>();

  const of = (process: Process) => {
    const known = pending.get(process) ?? { read: new Map(), knowsMemory: false };
    pending.set(process, known);
    return known;
  };
  const all = (vm: TrueVm): readonly Reading[] => readings.get(vm) ?? [];
  const since = (vm: TrueVm, from: Instant, until: Instant) =>
    all(vm).filter(({ at }) => from <= at && at <= until);

  function keep(vm: TrueVm, read: Seen, knowsTypes: boolean): void {
    const knowsMemory = knowsTypes && !leaves(vm, 'memoryUtil');
    const own = readings.get(vm) ?? [];
    readings.set(vm, own);
    const last = own.at(-1);
    // Of overlapping runs, nobody can tell which one saw the other's reading.
    const isCertain = last === undefined || last.recordedAt < read.askedAt;
    const isNext = last !== undefined && isCertain && read.toldAt - last.toldAt < longestCompared;
    const hasMoved = isNext && knowsMemory && last.knowsMemory && last.gauge.memory !== read.gauge.memory;
    const isSameSlot = last !== undefined && slotOf(last) === slotOf(read);
    const cpu = Math.max(hasMoved ? 100 : read.cpu, isSameSlot ? last.cpu : 0);
    if (isSameSlot) own.pop();
    const isShown = isCertain && (knowsMemory || vm.gpus === 0) && !leaves(vm, 'cpu.util');
    own.push({ ...read, cpu, isShown, knowsMemory, recordedAt: now() });
  }

  return {
    since,
    shown: (vm, now) => since(vm, instant(0), now),
    reread: (vm) => [rereads.get(vm)].filter((reading) => reading !== undefined),
    seesGpus: true,
    mostSlots(vm, from, until) {
      const known = since(vm, from, until);
      const between = known.map((reading, index) => {
        const last = known[index - 1];
        const isNear = last !== undefined && reading.toldAt - last.toldAt <= longestGap;
        return isNear ? (slotOf(reading) - slotOf(last)) / sampleEvery : 1;
      });
      return between.reduce((sum, slots) => sum + slots, 1);
    },
    covers(vm, from, until) {
      const known = since(vm, earlier(from, longestGap), until).map(({ at }) => at);
      return [...known, until].every((at, index) => at - (known[index - 1] ?? from) <= longestGap);
    },
    observer: {
      vmShown(process, vm, what, askedAt, at) {
        const gauge = what === 'samples' ? gaugeOf(vm, at) : null;
        if (gauge === null || (vm.gpus === 0 && leaves(vm, 'cpu.util'))) return;
        const cpu = vm.gpus > 0 ? gauge.gpu : gauge.cpu;
        const bootedAt = vm.boots.findLast(({ from }) => from <= at)?.from ?? vm.createdAt;
        const times = { at, askedAt, from: earlier(at, sampleEvery), toldAt: later(askedAt, process.skew) };
        const read = { ...times, bootedAt, cpu, network: 0, isShown: true, item: noItem, gauge };
        if (process.job === 'act') rereads.set(vm, read);
        else of(process).read.set(vm, read);
      },
      answered(process, _target, operation) {
        if (operation === 'listGpuTypes') of(process).knowsMemory = true;
      },
      recorded(process, { sampling }) {
        const { read, knowsMemory } = of(process);
        if (sampling === null) return;
        for (const [vm, reading] of read) keep(vm, reading, knowsMemory);
        // A second try records the same.
        read.clear();
      },
    },
  };
}

type Seen = Omit<Reading, 'recordedAt' | 'knowsMemory'>;

/** The figures of samples that gauges do not have. */
const noItem = { timestamp: 0, cpu: 0, netRx: 0, netTx: 0, diskRdBytes: 0, diskWrBytes: 0 };
const slotOf = ({ toldAt }: Pick<Reading, 'toldAt'>): number =>
  Math.floor(toldAt / sampleEvery) * sampleEvery;
