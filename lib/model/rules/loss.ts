import type { Severity } from '../severity.ts';
import { days, type Span } from '../time/time.ts';

/** The time before data is lost from which on that is critical, so that no quiet hours hold it back. */
export const lossIsNear: Span = days(7);

/** Returns the severity of a loss of data that is this far away. */
export const lossSeverity = (left: Span): Severity => (left > lossIsNear ? 'warning' : 'critical');
