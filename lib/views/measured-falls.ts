import type { Subject, TargetId } from '../model/ids.ts';
import { type HourlyPrice, lessPrice } from '../model/money/money.ts';
import { hours, type Instant, later } from '../model/time/time.ts';
import type { LogLine } from './actions.ts';

/** The rate of a billing account in one hour, as the platform reported it. */
export type HourlyRate = { readonly from: Instant; readonly rate: HourlyPrice };

/** The account's rate before and after some actions. It includes all other changes in that time. */
export type Fall = {
  readonly account: TargetId;
  readonly subjects: readonly Subject[];
  /** The last whole hour before the first action, and the first whole hour after the last one. */
  readonly before: HourlyRate;
  readonly after: HourlyRate;
  /** The difference; zero where the rate did not fall. */
  readonly fall: HourlyPrice;
};

/** The time before a confirmed action in which it may already have taken effect. */
const margin = hours(1);

/** Returns the falls of an account's rate around actions. Actions that share hours are one fall. */
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
