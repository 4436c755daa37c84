import { hours, minutes, type Span, seconds } from './time.ts';

/** How often what is asked, and how long what may be relied on. All are settings. */
export type Intervals = {
  /** Between polls, as they are planned. */
  readonly pollEvery: Span;
  /** Between reports of spend; the platform reckons once an hour. */
  readonly spendEvery: Span;
  /** Between looks at what changes seldom: volumes, disks, images and networks. */
  readonly storageEvery: Span;
  /** Between monitor samples of a VM that an idle rule could act on. */
  readonly usageEvery: Span;
  /** How long a price that was not seen again is still charged; after that the time is a gap. */
  readonly carryPrice: Span;
  /** How long a decided act may wait before it must be decided anew. */
  readonly intentLife: Span;
  /** How old the last read of a resource may be when the act is asked for. */
  readonly rereadWithin: Span;
  /** How long an act that was asked for may take to be seen done. */
  readonly confirmWithin: Span;
  /** The same for an image, which takes the longer the larger its disk is. */
  readonly imageWithin: Span;
  /** How long an act that did not work is left alone, at first. */
  readonly retryAfter: Span;
  /** How long it is believed that the platform does not offer something. */
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
