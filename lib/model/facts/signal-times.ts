import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { knowsGpus, type UsagePoint, type VmUsage } from './usage.ts';

/** The kinds of signals that not every VM has, and whose end on a VM that had them counts as a loss. */
export const SignalKind = z.enum(['gpus', 'logins', 'pings']);
export type SignalKind = z.infer<typeof SignalKind>;

/** The end of the last slot in which each kind of a VM's signals was known. A kind that the VM never had is absent. */
export const SignalTimes = z.partialRecord(SignalKind, Instant);
export type SignalTimes = z.infer<typeof SignalTimes>;

/** Reports whether a usage point holds a kind of signal, for a VM with `gpus` GPUs. */
export function knowsSignal(kind: SignalKind, point: UsagePoint, gpus: number): boolean {
  switch (kind) {
    case 'gpus':
      return gpus > 0 && knowsGpus(point, gpus);
    case 'logins':
      return point.logins !== undefined;
    case 'pings':
      return point.answers !== null;
  }
}

/**
 * Returns when each kind of signal was last known. Points from before `createdAt` belong to an earlier VM of the same
 * name. A VM without a signal is searched in every turn, so each point is read once.
 */
export function findSignalTimes(
  samples: readonly Pick<VmUsage, 'points'>[],
  gpus: number,
  createdAt: Instant | null,
): SignalTimes {
  const times: Partial<Record<SignalKind, Instant>> = {};
  for (const { points } of samples) {
    for (const point of points) {
      if (createdAt !== null && point.at <= createdAt) continue;
      for (const kind of SignalKind.options) if (knowsSignal(kind, point, gpus)) times[kind] = point.at;
    }
  }
  return times;
}

const names = {
  gpus: 'the use of its GPUs',
  logins: 'who is logged in',
  pings: 'whether it answers pings',
} as const satisfies Record<SignalKind, string>;
/** Names the fact of a VM that a kind of signal shows. */
export const signalInWords = (kind: SignalKind): string => names[kind];

/** Returns what to do when signals of a kind stopped, for a message. */
export const goneRemedy = (kind: SignalKind): string =>
  `start its source again, or, if the source is gone for good, run \`spendwatch forget <project>/<vm> --signal ${kind}\``;
