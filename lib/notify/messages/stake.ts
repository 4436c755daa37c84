import { comparePrices, free, type HourlyPrice } from '../../model/money/money.ts';
import type { Notification } from '../../state/notification.ts';

/** Orders notifications by what is at stake: loss of data first, then money an hour. */
export const byStake = (notifications: readonly Notification[]): Notification[] =>
  notifications.toSorted(
    (left, right) =>
      Number(losesData(right)) - Number(losesData(left)) || comparePrices(costOf(right), costOf(left)),
  );

const losesData = (notice: Notification): boolean =>
  notice.kind === 'alert' &&
  (notice.figures.kind === 'runway' ||
    (notice.figures.kind === 'commitment' && notice.figures.of === 'expiry') ||
    (notice.next.kind === 'action' && notice.next.action === 'terminate'));

function costOf(notice: Notification): HourlyPrice {
  if (notice.kind === 'action-confirmed') return notice.price ?? free;
  if (notice.kind !== 'alert') return free;
  return ('price' in notice.figures ? notice.figures.price : notice.burnRate) ?? free;
}
