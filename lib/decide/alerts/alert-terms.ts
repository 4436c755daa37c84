import type { ActionKind } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Rule } from '../../model/rules/rule.ts';
import { days, hours, milliseconds, minutes, type Span } from '../../model/time/time.ts';

/** The times by which a rule's alerts fire, repeat and resolve. */
export type AlertTerms = {
  /** How long a breach must last before its alert fires. */
  readonly for: Span;
  /** How long an alert must be clear before it resolves; `null` when only time ends it, as a budget's period does. */
  readonly resolveAfter: Span | null;
  /** The interval at which people are notified again; `null` for never. */
  readonly repeat: Span | null;
};

const atOnce = milliseconds(0);
/** The wait for figures near a limit, which may be over it in one poll and under it in the next. */
const hovering: Span = minutes(15);

/** An alert that fires more often than this is flapping, of which people are notified once. */
export const flapping = { times: 3, within: hours(1) } as const;

/** Returns a rule's terms. An alert that announces the action of a `step` is notified once, and ends with its subject. */
export function termsOf(rule: Rule, step: ActionKind | null): AlertTerms {
  if (step !== null) return { for: atOnce, resolveAfter: atOnce, repeat: null };
  switch (rule.kind) {
    case 'budget':
      return rule.period.kind === 'rolling'
        ? // Days drop out at midnight and come in by the hour, so that only a whole day under the limit is clear.
          { for: atOnce, resolveAfter: days(1), repeat: days(rule.period.days) }
        : { for: atOnce, resolveAfter: null, repeat: null };
    case 'idle':
      return { for: atOnce, resolveAfter: atOnce, repeat: rule.repeat };
    case 'rate':
    case 'anomaly':
    case 'runway':
    case 'freshness':
    case 'reconcile':
      return { for: rule.for, resolveAfter: hovering, repeat: rule.repeat };
    case 'account-state':
    case 'waste':
    case 'commitment':
    case 'schedule':
    case 'lifetime':
      return { for: rule.for, resolveAfter: atOnce, repeat: rule.repeat };
    default:
      return assertNever(rule);
  }
}
