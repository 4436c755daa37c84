import type { Severity } from '../severity.ts';
import { days, type Span } from '../time/time.ts';

/** The time before a loss of data from which it is critical, so that no quiet hours hold it back. */
export const lossIsNear: Span = days(7);

/** Returns the severity of a loss of data by the time that remains until it. */
export const lossSeverity = (remaining: Span): Severity => (remaining > lossIsNear ? 'warning' : 'critical');
