import type { Breach } from '../../rules/verdict.ts';
import type { Severity } from '../severity.ts';
import { days, type Instant, type Span } from '../time/time.ts';

/** The time before data is lost from which on that is critical, so that no quiet hours hold it back. */
export const lossIsNear: Span = days(7);

/** Returns the severity of a loss of data that is this far away. */
export const lossSeverity = (left: Span): Severity => (left > lossIsNear ? 'warning' : 'critical');

/** Returns the moment at which a breach deletes what it is about; `null` where it deletes nothing. */
export function lostAt({ figures, planned }: Pick<Breach, 'figures' | 'planned'>): Instant | null {
  if (figures.kind === 'runway') return figures.emptyAt;
  if (figures.kind === 'commitment') return figures.of === 'expiry' ? figures.endsAt : null;
  return figures.kind === 'rest' && figures.action === 'terminate' ? (planned?.notBefore ?? null) : null;
}
