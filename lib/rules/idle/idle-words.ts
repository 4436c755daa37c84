import { doubtInWords } from '../../model/facts/figure-doubt.ts';
import { goneRemedy, knowsSignal, type SignalKind, signalInWords } from '../../model/facts/signal-times.ts';
import { freshWithin, neverAnswers, pingRemedy, type UsagePoint } from '../../model/facts/usage.ts';
import { computeSpan, type Instant, isoSecond } from '../../model/time/time.ts';
import { counted, joined } from '../../model/words.ts';
import { missingFact } from '../missing-fact.ts';
import type { MissingFact } from '../verdict.ts';
import { type Count, type SlotInput, selectNeededSignals } from './idle-slots.ts';
import type { IdleFigures, IdleRule } from './terms.ts';

export const formatSlotLimits = ({ rule, gpus, signals }: SlotInput): string => {
  const { cpuBelow, networkBelow, diskBelow, gpuBelow } = rule;
  const limits = {
    cpu: Number.isFinite(cpuBelow) ? `${cpuBelow} % CPU` : '',
    network: `${kibibytes(networkBelow)} of network`,
    disk: `${kibibytes(diskBelow)} of disk`,
  };
  const ofGpus = gpus > 0 ? `${gpuBelow} % of every GPU` : '';
  return joined([...signals.map((signal) => limits[signal]), ofGpus].filter(Boolean));
};
const kibibytes = (rate: number): string => `${Math.round(rate / 102.4) / 10} KiB/s`;

const silenceInWords = (window: readonly UsagePoint[], silent: number): string =>
  neverAnswers(window)
    ? `the guest answered no ping, so this rule can never find the VM idle: ${pingRemedy}`
    : `the guest did not answer a ping in ${silent} of them`;

/** Returns, as texts, why slots are not quiet although no figure shows them busy. */
export function missingSamplesInWords(
  judged: SlotInput,
  window: readonly UsagePoint[],
  { silent, gpusKnown }: Count,
  slots: number,
): string[] {
  const { rule, gpus, had } = judged;
  return [
    ...(silent === 0 ? [] : [silenceInWords(window, silent)]),
    ...(gpus > 0 && gpusKnown < slots
      ? [
          `the use of ${gpus === 1 ? 'its GPU' : `all ${gpus} of its GPUs`} is known in ${gpusKnown} of them${lastInWords('gpus', judged, window)}${inBrackets(newestDoubtInWords(window))}`,
        ]
      : []),
    ...selectNeededSignals(rule, had).flatMap((kind) => {
      const knownSlots = window.filter((point) => knowsSignal(kind, point, gpus)).length;
      if (knownSlots === window.length) return [];
      return [`${signalInWords(kind)} is known in ${knownSlots} of them${lastInWords(kind, judged, window)}`];
    }),
  ];
}

const inBrackets = (text: string | null): string => (text === null ? '' : ` (${text})`);

/** Returns why the newest doubtful figures do not count; `null` if all figures count. */
export function newestDoubtInWords(window: readonly UsagePoint[]): string | null {
  const doubt = window.findLast((point) => point.doubt !== undefined)?.doubt;
  return doubt === undefined ? null : doubtInWords(doubt);
}

/**
 * Returns the figures of a VM that are missing now; `null` if only earlier slots lack some. Signals of GPUs and
 * logins are left out: their end is reported for all VMs, including those in use.
 */
export function missingSamples(
  { rule, gpus, signals, had }: SlotInput,
  window: readonly UsagePoint[],
  now: Instant,
): MissingFact | null {
  const isKnownNow = (isKnown: (point: UsagePoint) => boolean): boolean => {
    const last = window.findLast(isKnown);
    return last !== undefined && computeSpan(last.at, now) <= freshWithin;
  };
  const figures = signals.flatMap((signal) => {
    if (isKnownNow((point) => point[signal] !== null)) return [];
    if (signal === 'cpu') return Number.isFinite(rule.cpuBelow) ? ['CPU'] : [];
    return [signal];
  });
  if (figures.length > 0) return missingFact('usage', `the use of its ${figures.join(', ')}`);
  if (rule.guestPing === 'answered' && neverAnswers(window))
    return missingFact('usage', `a ping answer from its guest: ${pingRemedy}`);
  const isPinged =
    !selectNeededSignals(rule, had).includes('pings') ||
    isKnownNow((point) => knowsSignal('pings', point, gpus));
  return isPinged ? null : missingFact('usage', `${signalInWords('pings')}: ${goneRemedy('pings')}`);
}

/** Returns when a signal was last known, with a remedy if it has stopped. */
function lastInWords(
  kind: SignalKind,
  { gpus, had, newest }: SlotInput,
  window: readonly UsagePoint[],
): string {
  const last = window.findLast((point) => knowsSignal(kind, point, gpus))?.at ?? had[kind];
  if (last === undefined) return '';
  const remedy = computeSpan(last, newest) <= freshWithin ? '' : `: ${goneRemedy(kind)}`;
  return `, last at ${isoSecond(last)}${remedy}`;
}

/** Returns the GPU use of a busy slot as text. */
export const gpuUseInWords = ({ gpuBelow }: IdleRule, { gpu }: UsagePoint): string =>
  gpu !== undefined && gpu.busiest < gpuBelow
    ? 'the memory use of its GPUs changed'
    : `a GPU was ${gpu?.busiest} % busy`;

/** Returns a note on missing samples that count as quiet; empty if there are none. */
export const bridgedInWords = (bridged: number): string =>
  bridged === 0
    ? ''
    : `; ${counted(bridged, 'sample')} ${bridged === 1 ? 'is' : 'are'} missing, across which its GPU memory did not change`;

/** Returns the memory and use of idle GPUs as text. Memory that is allocated without computing is mostly a notebook. */
export function heldInWords({ gpu }: IdleFigures, span: string): string {
  if (gpu === undefined) return '';
  if (gpu.memory === null || gpu.memory < 1) return `; its GPUs were at most ${gpu.busiest} % busy`;
  return `; ${gpu.memory} GiB of GPU memory allocated, ${gpu.busiest} % busy for ${span}: probably a notebook`;
}
