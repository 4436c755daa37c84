import type { Alert } from '../../model/alert.ts';
import type { Notification } from '../../model/notification.ts';
import { compareSeverity, type Severity } from '../../model/severity.ts';
import { isoInstant } from '../../model/time/time.ts';

/** Returns what all notifications of one episode of an alert carry; they go to everyone who was notified of it. */
export function incidentOf(alert: Alert): { incident: string; worstNotified?: Severity } {
  const worstNotified = worstNotifiedOf(alert);
  const incident = `${alert.key}#${isoInstant(alert.since)}`;
  return worstNotified === null ? { incident } : { incident, worstNotified };
}

/** Whether a notification says that this episode of an alert fires or is resolved. */
export const isOfEpisode = ({ kind, incident }: Notification, alert: Alert): boolean =>
  (kind === 'alert' || kind === 'resolved') && incident === incidentOf(alert).incident;

/** Returns the severity that people were notified of before, where it is worse than the present one. */
export function worseBefore(alert: Alert): { worst?: Severity } {
  const worst = worstNotifiedOf(alert);
  return worst !== null && compareSeverity(worst, alert.severity) > 0 ? { worst } : {};
}

const worstNotifiedOf = ({ lastNotified }: Alert): Severity | null =>
  lastNotified && (lastNotified.worst ?? lastNotified.severity);
