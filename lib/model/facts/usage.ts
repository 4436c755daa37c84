import * as z from 'zod';
import { VmId } from '../ids.ts';
import { hours, Instant, minutes, type Span } from '../time/time.ts';
import { FigureDoubt } from './figure-doubt.ts';

/** The length of a usage slot; slots end at whole multiples of it. */
export const usageSlot: Span = minutes(5);

/** The longest delay of samples; if the newest one is older, it proves nothing about the present. */
export const freshWithin: Span = minutes(20);

/** The longest time for which a VM that is clearly in use is not asked for its samples. */
export const longestWait: Span = hours(1);

/** The longest time between two readings of a gauge that cover the slots that end between them. */
export const longestGaugeGap: Span = minutes(6);

/** A figure of a VM's use that its cloud may know. */
export const UsageSignal = z.enum(['cpu', 'network', 'disk']);
export type UsageSignal = z.infer<typeof UsageSignal>;

export const GpuUse = z.object({
  /** The number of GPUs whose use is known throughout the slot. */
  known: z.number().int(),
  /** The highest use of any GPU, in percent, even of one that is only partly known. */
  busiest: z.number(),
  /** The GPU memory in use, in GiB; `null` when unknown. */
  memory: z.number().nullable(),
  /**
   * True where the memory in use has moved since the reading before, which shows use that a gauge may miss. Absent where a
   * series shows the use itself.
   */
  memoryMoved: z.literal(true).optional(),
});
export type GpuUse = z.infer<typeof GpuUse>;

/** The use of a VM in the slot that ends at `at`. An unknown figure is `null`. */
export const UsagePoint = z.object({
  at: Instant,
  /** Percent of all the VM's cores, 0 to 100. */
  cpu: z.number().nullable(),
  /** Bytes per second, received and sent. */
  network: z.number().nullable(),
  /** Bytes per second, read and written; in a slot, whole KiB. */
  disk: z.number().nullable(),
  /** True if the guest answered every ping of the platform; `null` when unknown. */
  answers: z.boolean().nullable(),
  /** Absent where no signal covers GPUs. */
  gpu: GpuUse.optional(),
  /** The number of sessions logged in; absent when unknown. */
  logins: z.number().int().optional(),
  /** True where a job reports the machine as in use; absent otherwise. */
  alive: z.literal(true).optional(),
  /** The uptime in seconds that the machine reported with a gauge; absent where it reports none. */
  uptime: z.number().optional(),
  /** The reason why figures of the slot do not count; absent where all do. */
  doubt: FigureDoubt.optional(),
});
export type UsagePoint = z.infer<typeof UsagePoint>;

/** Joins two points of one slot: a later figure replaces an earlier one, but observed use of a GPU is kept. */
export function joined(before: UsagePoint, after: UsagePoint): UsagePoint {
  const gpu = joinedGpu(before.gpu, after.gpu);
  const logins = Math.max(before.logins ?? -1, after.logins ?? -1);
  const doubt = after.doubt ?? before.doubt;
  const uptime = after.uptime ?? before.uptime;
  return {
    at: after.at,
    cpu: after.cpu ?? before.cpu,
    network: after.network ?? before.network,
    disk: after.disk ?? before.disk,
    answers: after.answers ?? before.answers,
    ...(gpu && { gpu }),
    ...(logins >= 0 && { logins }),
    ...((before.alive ?? after.alive) && { alive: true as const }),
    ...(uptime !== undefined && { uptime }),
    ...(doubt && { doubt }),
  };
}

function joinedGpu(before: GpuUse | undefined, after: GpuUse | undefined): GpuUse | undefined {
  if (before === undefined || after === undefined) return after ?? before;
  return {
    known: Math.max(before.known, after.known),
    busiest: Math.max(before.busiest, after.busiest),
    memory: after.memory ?? before.memory,
    ...((before.memoryMoved ?? after.memoryMoved) && { memoryMoved: true as const }),
  };
}

/** Reports whether the use of exactly all of a machine's GPUs is known: a higher number is of another machine. */
export const knowsGpus = ({ gpu }: Pick<UsagePoint, 'gpu'>, gpus: number): boolean =>
  gpus === 0 || gpu?.known === gpus;

/**
 * The usage points of one VM, oldest first; `reachesTo` is the time of the oldest sample in the reply, which history
 * does not store.
 */
export const VmUsage = z.object({
  vm: VmId,
  points: z.array(UsagePoint),
  reachesTo: Instant.optional(),
});
export type VmUsage = z.infer<typeof VmUsage>;

/** The usage samples of one poll. */
export type UsageSamples = { readonly at: Instant; readonly usage: readonly VmUsage[] };

/** The remedy for idle rules on a guest that answers no ping. */
export const pingRemedy =
  'run the guest agent in the VM, or set guest-ping: ignored in the rule to judge VMs without pings';

/** The remedy where the platform does not report the use of GPUs. */
export const gpuRemedy =
  'to judge a VM by its GPUs, run `spendwatch agent install <project>/<vm> --url <address> | ssh <vm> sudo sh` (docs/agent.md), or set SPENDWATCH_PROMETHEUS_URL to a Prometheus that scrapes its GPU exporter (docs/signals.md)';

/** Returns why a VM with GPUs cannot be judged, and the remedy. `isLeftOut` is true if no idle rule matches it. */
export const unknownGpus = (isLeftOut: boolean): { because: string; remedy: string } => ({
  because: `no GPU metrics${isLeftOut ? ', and idle rules leave them out' : ''}`,
  remedy: `${gpuRemedy}${isLeftOut ? '; then remove `gpus` from the `match` of the idle rule' : ''}`,
});

/**
 * Reports whether a guest answered none of its pings, as without an agent. Slots that only signals cover have no pings.
 */
export function neverAnswers(points: readonly UsagePoint[]): boolean {
  const sampled = points.filter(
    ({ cpu, network, disk }) => cpu !== null || network !== null || disk !== null,
  );
  return sampled.length > 0 && sampled.every(({ answers }) => answers === false);
}

/** Returns the VMs whose guests answered no ping of the samples. */
export function neverAnswering(samplings: readonly UsageSamples[]): ReadonlySet<VmId> {
  const sampled = samplings.flatMap(({ usage }) => usage).filter(({ points }) => points.length > 0);
  const answering = new Set(sampled.flatMap(({ vm, points }) => (neverAnswers(points) ? [] : [vm])));
  return new Set(sampled.flatMap(({ vm }) => (answering.has(vm) ? [] : [vm])));
}
