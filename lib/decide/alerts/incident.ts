import type { Alert } from '../../model/alert.ts';
import { compareSeverity, type Severity } from '../../model/severity.ts';
import { isoInstant } from '../../model/time/time.ts';

/** One episode of an alert. All that is said of it carries this, and goes to whoever was told of it. */
export function incidentOf(alert: Alert): { incident: string; worstNotified?: Severity } {
  const worstNotified = heardOf(alert);
  const incident = `${alert.key}#${isoInstant(alert.since)}`;
  return worstNotified === null ? { incident } : { incident, worstNotified };
}

/** What was said of an alert before that is worse than what is said now. */
export function worseBefore(alert: Alert): { worst?: Severity } {
  const worst = heardOf(alert);
  return worst !== null && compareSeverity(worst, alert.severity) > 0 ? { worst } : {};
}

const heardOf = ({ lastNotified }: Alert): Severity | null =>
  lastNotified && (lastNotified.worst ?? lastNotified.severity);
