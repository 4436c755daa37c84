import type { CloudProfile } from '../../clouds/profile.ts';
import type { ResourcesAtRisk } from '../../model/facts/resources-at-risk.ts';
import { type Span, spanInWords } from '../../model/time/time.ts';
import type { NotificationByKind } from '../../state/notification.ts';
import type { AlertFinding, FindingContext } from './finding.ts';

/** The words of a kind of rule. */
export type RuleWords<R> = {
  /** Returns what a rule monitors, by the word for several VMs. */
  readonly monitors: (rule: R, vms: string) => string;
  readonly alerts: (rule: R) => string;
  /** The state in which its alert is resolved, as text that follows "is". */
  readonly ending: string;
  /** Returns what will be deleted unless someone responds to its alert; `null` if nothing will. */
  readonly loss?: (input: LossInput) => string | null;
};

/** The time of the loss that an alert warns of, as text, and the resources at risk at zero credit. */
export type LossInput = {
  /** `null` when unknown. */
  readonly when: string | null;
  readonly cloud: CloudProfile | null;
  readonly atRisk: () => ResourcesAtRisk;
};

/** The words of the figures of a verdict. */
export type FigureWords<F> = {
  readonly finding: (figures: F, context: FindingContext) => AlertFinding;
  /** True if a finding also states another one of the same rule and subject. */
  readonly states?: (figures: F, other: NotificationByKind<'alert'>['figures']) => boolean;
  /** True if a keep changes the finding even if no action is next. */
  readonly offersKeep?: (figures: F) => boolean;
};

/** The condition of a rule that alerts on every match. */
export const onEachMatch = (): string => 'on each match';

export const spansInWords = (spans: readonly Span[]): string => spans.map(spanInWords).join(', ');
