import type { ActionKind } from './action-kind.ts';
import type { RuleName, Subject } from './ids.ts';

/** A decision about a subject under a rule, and its reason; doing nothing is a decision too. */
export type Decision = {
  readonly kind: 'notify' | 'nothing' | ActionKind;
  readonly subject: Subject;
  readonly rule: RuleName;
  readonly because: string;
};
