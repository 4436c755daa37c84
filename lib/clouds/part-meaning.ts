import type { Part } from '../model/facts/observation.ts';

/** The name of a part of a poll, and the impact when it is unavailable. */
export type PartMeaning = {
  readonly what: string;
  /** The name of one item, for counting; `null` where there is always one. */
  readonly one: string | null;
  /** The impact when it is unavailable. */
  readonly unwatched: string;
  /** The permission that it needs, if that is not the one for watching. */
  readonly permission?: string;
  /** True if the use of GPUs is unknown without it. */
  readonly isOfGpus?: true;
};

/** The parts that a cloud has of each kind of target, in the order of reports. */
export type PartMeanings = Readonly<
  Record<'project' | 'account', Readonly<Partial<Record<Part, PartMeaning>>>>
>;
