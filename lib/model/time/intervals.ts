import { hours, minutes, type Span, seconds } from './time.ts';

/** The intervals of polls and the lifetimes of facts. All are settings. */
export type Intervals = {
  /** The planned interval of polls. */
  readonly pollEvery: Span;
  /** The interval at which reported spend is read; the platform updates it once an hour. */
  readonly spendEvery: Span;
  /** The interval at which slowly changing resources are listed: volumes, disks, images and networks. */
  readonly storageEvery: Span;
  /** The interval of usage samples of VMs that an idle rule could act on. */
  readonly usageEvery: Span;
  /** The time for which the last known price is still charged; afterwards the time is a gap. */
  readonly carryPrice: Span;
  /** The time that a decided action may wait before it must be decided again. */
  readonly intentLife: Span;
  /** The maximum age of the last read of a resource when an action on it is requested. */
  readonly rereadWithin: Span;
  /** The time that a requested action may take to be confirmed. */
  readonly confirmWithin: Span;
  /** The time that an image may take to be confirmed: the larger its disk, the longer. */
  readonly imageWithin: Span;
  /** The first wait after a failed action. */
  readonly retryAfter: Span;
  /** The time that a part counts as unsupported before it is requested again. */
  readonly unsupportedLife: Span;
};

export const defaultIntervals: Intervals = {
  pollEvery: minutes(5),
  spendEvery: hours(1),
  storageEvery: hours(1),
  usageEvery: minutes(15),
  carryPrice: hours(3),
  intentLife: minutes(10),
  rereadWithin: seconds(4),
  confirmWithin: minutes(15),
  imageWithin: hours(6),
  retryAfter: hours(1),
  unsupportedLife: hours(24),
};
