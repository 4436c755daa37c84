import type { CloudProfile } from '../../clouds/profile.ts';
import type { ResourcesAtRisk } from '../../model/facts/resources-at-risk.ts';
import { type Span, spanInWords } from '../../model/time/time.ts';
import type { NotificationByKind } from '../../state/notification.ts';
import type { AlertFinding, FindingContext } from './finding.ts';

/** How a kind of rule is put into words. */
export type RuleWords<R> = {
  /** Returns what a rule monitors. */
  readonly monitors: (rule: R) => string;
  /** Returns when a rule alerts. */
  readonly alerts: (rule: R) => string;
  /** The state in which its alert is resolved, to follow "is". */
  readonly ending: string;
  /** Returns what is deleted unless somebody does something about its alert; `null` when nothing is. */
  readonly loss?: (input: LossInput) => string | null;
};

/** When the loss of an alert comes, in words, and what the end of an account's credit deletes. */
export type LossInput = {
  /** `null` when unknown. */
  readonly when: string | null;
  readonly cloud: CloudProfile | null;
  readonly atRisk: () => ResourcesAtRisk;
};

/** How the figures of a verdict are put into words. */
export type FigureWords<F> = {
  readonly finding: (figures: F, context: FindingContext) => AlertFinding;
  /** Reports whether a finding also states another one of the same rule and subject. */
  readonly states?: (figures: F, other: NotificationByKind<'alert'>['figures']) => boolean;
  /** Reports whether a keep changes the finding even where no action comes next. */
  readonly offersKeep?: (figures: F) => boolean;
};

/** The condition of a rule that alerts on every match. */
export const onEachMatch = (): string => 'on each match';

export const spansInWords = (spans: readonly Span[]): string => spans.map(spanInWords).join(', ');
