import type { Alert } from '../../model/alert.ts';
import type { Verdict } from '../../model/rules/verdict.ts';
import { alertKey } from '../alerts/follow-alert.ts';
import type { Progress } from '../progress.ts';

/**
 * Follows verdicts one by one, each with only its own alert in view. In a project of thousands of machines that all
 * stop in one evening, searching all alerts for each would take minutes.
 */
export function oneByOne(
  progress: Progress,
  verdicts: readonly Verdict[],
  follow: (progress: Progress, verdict: Verdict) => Progress,
): Progress {
  const alerts = new Map(progress.alerts.map((alert) => [alert.key, alert]));
  const notifications = [...progress.notifications];
  const journal = [...progress.journal];
  const decisions = [...progress.decisions];
  let rest = progress;
  for (const verdict of verdicts) {
    const key = alertKey(verdict);
    const known = alerts.get(key);
    const own: readonly Alert[] = known === undefined ? [] : [known];
    rest = follow({ ...rest, alerts: own, notifications: [], journal: [], decisions: [] }, verdict);
    const [alert] = rest.alerts;
    if (alert !== known) {
      alerts.delete(key);
      if (alert !== undefined) alerts.set(key, alert);
    }
    notifications.push(...rest.notifications);
    journal.push(...rest.journal);
    decisions.push(...rest.decisions);
  }
  return { ...rest, alerts: [...alerts.values()], notifications, journal, decisions };
}
