import type { CloudProfile } from '../../clouds/profile.ts';
import type { Instant } from '../../model/time/time.ts';
import type { NotificationByKind } from '../../state/notification.ts';
import type { FigureRow } from './document.ts';
import type { CancellingEvent } from './next-step-text.ts';

/** The parts of an alert's message that depend on its kind of figures. */
export type AlertFinding = {
  /** The finding with its figure, for a headline that names the subject before it. */
  readonly found: string;
  /** The whole headline, of a finding that is not about the subject. */
  readonly headline?: string;
  /** The event and its consequence, in sentences. */
  readonly opening: readonly string[];
  /** The figures behind the finding in one sentence, for a message about several; absent if the headline holds them. */
  readonly inBrief?: string;
  readonly rows?: readonly (FigureRow | null)[];
  readonly notes?: readonly string[];
  /** The event that cancels the action; absent if none does. */
  readonly unless?: CancellingEvent;
  readonly advice?: readonly string[];
  /** True if the figures contain the whole reason, which is then not repeated. */
  readonly saysWhy?: boolean;
  /** True if the finding itself states when the platform deletes the subject. */
  readonly saysExpiry?: boolean;
};

/** The alert of a finding, with its subject in words. */
export type FindingContext = {
  readonly notice: NotificationByKind<'alert'>;
  /** The profile of its cloud; `null` for several. */
  readonly cloud: CloudProfile | null;
  readonly who: string;
  readonly zone: string;
  readonly now: Instant;
  /** Returns a time and its zone. */
  readonly at: (instant: Instant) => string;
};
