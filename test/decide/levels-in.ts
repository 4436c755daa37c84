import { computeShare } from '../../lib/model/money/money.ts';
import type { Notification } from '../../lib/state/notification.ts';

/** The thresholds of the budget alerts among these notifications, in percent of the limit. */
export const levelsIn = (notifications: readonly Notification[]): number[] =>
  notifications.flatMap((notice) =>
    notice.kind === 'alert' && notice.figures.kind === 'budget' && notice.figures.threshold
      ? [Math.round(computeShare(notice.figures.threshold, notice.figures.limit) * 100)]
      : [],
  );
