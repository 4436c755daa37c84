import type { WireMonitorItem } from '../../../lib/clouds/compute/wire/vm.ts';
import { stableHash } from '../../../lib/model/stable-hash.ts';
import {
  earlier,
  earliest,
  hours,
  type Instant,
  instant,
  later,
  latest,
  minutes,
  type Span,
  seconds,
} from '../../../lib/model/time/time.ts';
import type { Boot, TrueVm, Use } from './true-resource.ts';

/** A monitor sample, and the true use since the one before it. */
export type Sample = {
  readonly at: Instant;
  readonly from: Instant;
  /** Percent of the VM. */
  readonly cpu: number;
  /** Bytes a second. */
  readonly network: number;
  readonly bootedAt: Instant;
  readonly isShown: boolean;
  readonly item: WireMonitorItem;
};

export const sampleEvery: Span = minutes(5);
const remembered: Span = hours(12);
/** The time of the first sample after a boot; much later, a boot would go unnoticed. */
export const firstSampleAfter: Span = seconds(30);

export type Monitor = {
  /** Returns the newest samples shown by now, oldest first. */
  shown(vm: TrueVm, now: Instant): readonly Sample[];
  /** Returns every sample since an instant, shown or not. */
  since(vm: TrueVm, from: Instant, now: Instant): readonly Sample[];
  /** Returns the samples that the last read just before an action showed. */
  reread(vm: TrueVm, now: Instant): readonly Sample[];
  /** Returns the most slots of five minutes that samples make known. */
  mostSlots(vm: TrueVm, from: Instant, until: Instant): number;
  /** Reports whether samples leave no part of a time out. */
  covers(vm: TrueVm, from: Instant, until: Instant): boolean;
  /** True if the use of GPUs is part of it. */
  readonly seesGpus: boolean;
};

type Progress = { samples: Sample[]; boot: number; last: Instant | null; use: number; bytes: number };

/** Creates a monitor; `lag` is the delay until a sample is shown, `reach` the age up to which it is. */
export function createMonitor(lag: Span, reach: Span): Monitor {
  const known = new WeakMap<TrueVm, Progress>();

  function upTo(vm: TrueVm, now: Instant): readonly Sample[] {
    const progress = known.get(vm) ?? { samples: [], boot: 0, last: null, use: 0, bytes: 0 };
    known.set(vm, progress);
    const before = progress.samples.length;
    for (let boot = vm.boots[progress.boot]; boot !== undefined; boot = vm.boots[progress.boot]) {
      sampleBoot(vm, boot, progress, now);
      if (boot.until === null || boot.until > now) break;
      progress.boot += 1;
      progress.last = null;
      progress.bytes = 0;
    }
    if (progress.samples.length > 400 && before !== progress.samples.length) {
      progress.samples = progress.samples.filter((sample) => sample.at >= earlier(now, remembered));
    }
    return progress.samples;
  }

  const since = (vm: TrueVm, from: Instant, now: Instant): readonly Sample[] =>
    between(upTo(vm, now), from, now);
  const shown: Monitor['shown'] = (vm, now) =>
    since(vm, earlier(now, reach), now).filter(({ at, isShown }) => isShown && later(at, lag) <= now);
  return {
    since,
    shown,
    reread: shown,
    // Two samples up to a quarter of an hour apart cover the time between them, as does a half-covered slot.
    mostSlots: (vm, from, until) => since(vm, from, until).length * 3 + 1,
    covers: () => true,
    seesGpus: false,
  };
}

/** Returns the samples of a closed interval, searching from the newest, which are needed most. */
function between(samples: readonly Sample[], from: Instant, until: Instant): readonly Sample[] {
  let end = samples.length;
  while (end > 0 && (samples[end - 1]?.at ?? until) > until) end -= 1;
  let first = end;
  while (first > 0 && (samples[first - 1]?.at ?? from) >= from) first -= 1;
  return samples.slice(first, end);
}

function sampleBoot(vm: TrueVm, boot: Boot, progress: Progress, now: Instant): void {
  for (;;) {
    const at = nextSample(vm, boot, progress.last);
    if (at > now || (boot.until !== null && at >= boot.until)) return;
    const from = progress.last ?? boot.from;
    const spent = spentBetween(vm.uses, progress, from, at);
    progress.bytes += spent.bytes;
    progress.last = at;
    const span = at - from;
    progress.samples.push({
      at,
      from,
      cpu: (spent.cpu / span) * 100,
      network: (spent.bytes * 1_000) / span,
      bootedAt: boot.from,
      isShown: !vm.blind.some((spell) => spell.from <= at && at < spell.until),
      item: {
        timestamp: at / 1_000,
        cpu: Math.round((spent.cpu / span) * vm.vcpus * 10_000) / 100,
        netRx: Math.floor(progress.bytes / 2),
        netTx: Math.floor(progress.bytes) - Math.floor(progress.bytes / 2),
        diskRdBytes: 0,
        diskWrBytes: 0,
      },
    });
  }
}

/** Returns the time of the next sample: each VM's own second of every five minutes, and one soon after a boot. */
function nextSample(vm: TrueVm, boot: Boot, last: Instant | null): Instant {
  if (last === null) return instant(Math.ceil(later(boot.from, firstSampleAfter) / 1_000) * 1_000);
  const phase = (stableHash(`${vm.project}/${vm.id}`) % 300) * 1_000;
  return instant((Math.floor((last - phase) / sampleEvery) + 1) * sampleEvery + phase);
}

function spentBetween(
  uses: readonly Use[],
  progress: Progress,
  from: Instant,
  until: Instant,
): { cpu: number; bytes: number } {
  let cpu = 0;
  let bytes = 0;
  for (let index = progress.use; index < uses.length; index += 1) {
    const use = uses[index];
    const next = uses[index + 1];
    if (use === undefined || use.from >= until) break;
    const span = earliest(until, next?.from ?? until) - latest(from, use.from);
    if (span > 0) {
      cpu += use.cpu * span;
      bytes += (use.network * span) / 1_000;
    }
    if (next !== undefined && next.from <= until) progress.use = index + 1;
  }
  return { cpu, bytes };
}
