import type { Subject, TargetId } from '../model/ids.ts';
import { type HourlyPrice, lessPrice } from '../model/money/money.ts';
import { hours, type Instant, later } from '../model/time/time.ts';
import type { LogLine } from './actions.ts';

/** What a billing account cost in one hour, by the rate that the platform itself told. */
export type HourlyRate = { readonly from: Instant; readonly rate: HourlyPrice };

/** The account's rate before some acts and after them. Whatever else changed in that time is in it too. */
export type Fall = {
  readonly account: TargetId;
  readonly subjects: readonly Subject[];
  /** The last whole hour before the first act, and the first whole one after the last. */
  readonly before: HourlyRate;
  readonly after: HourlyRate;
  /** Nothing where the rate did not fall. */
  readonly fall: HourlyPrice;
};

/** An act is asked for some time before it is seen done: the hour in which that may be is not one before it. */
const margin = hours(1);

/** The falls of an account's rate around acts; acts that share their hours are told as one. */
export function fallsIn(
  account: TargetId,
  rates: readonly HourlyRate[],
  acts: readonly LogLine[],
): readonly Fall[] {
  const groups: { first: Instant; last: Instant; subjects: Subject[] }[] = [];
  for (const { at, subject } of acts) {
    const group = groups.at(-1);
    const isNear = group !== undefined && at < later(group.last, hours(3));
    if (isNear) {
      group.last = at;
      group.subjects.push(subject);
    } else groups.push({ first: at, last: at, subjects: [subject] });
  }
  return groups.flatMap(({ first, last, subjects }) => {
    const before = rates.findLast(({ from }) => later(from, hours(1)) <= first - margin);
    const after = rates.find(({ from }) => from >= last);
    if (before === undefined || after === undefined) return [];
    const fall = lessPrice(before.rate, after.rate);
    return [{ account, subjects: [...new Set(subjects)], before, after, fall }];
  });
}
