import { comparePrices, free, type HourlyPrice } from '../../model/money/money.ts';
import { getBreachLossTime } from '../../rules/verdict.ts';
import type { NextStep, Notification } from '../../state/notification.ts';

/** Orders notifications by what is at stake: loss of data first, then money an hour. */
export const byStake = (notifications: readonly Notification[]): Notification[] =>
  notifications.toSorted(
    (left, right) =>
      Number(isLoss(right)) - Number(isLoss(left)) ||
      comparePrices(getHourlyCost(right), getHourlyCost(left)),
  );

const isLoss = (notice: Notification): boolean =>
  notice.kind === 'alert' && (getBreachLossTime(notice) !== null || erases(notice.next));

const erases = (next: NextStep): boolean =>
  next.kind === 'action' && (next.action === 'terminate' || next.erases !== undefined);

function getHourlyCost(notice: Notification): HourlyPrice {
  if (notice.kind === 'action-confirmed') return notice.price ?? free;
  if (notice.kind !== 'alert') return free;
  return ('price' in notice.figures ? notice.figures.price : notice.burnRate) ?? free;
}
