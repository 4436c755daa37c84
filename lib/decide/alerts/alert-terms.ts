import type { ActionKind } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Rule } from '../../model/rules/rule.ts';
import { days, hours, milliseconds, minutes, type Span } from '../../model/time/time.ts';

/** How alerts of a rule come and go. */
export type AlertTerms = {
  /** How long a breach must last before it is said. */
  readonly for: Span;
  /** How long it must have been clear before it is over; `null` when only time ends it, as a budget's period does. */
  readonly resolveAfter: Span | null;
  /** After how long it is said again; `null` for never. */
  readonly repeat: Span | null;
};

const atOnce = milliseconds(0);
/** Figures that hover about a limit are over it now and under it in the next poll. */
const hovering: Span = minutes(15);

/** What comes and goes more often than this within an hour is said to do so, once. */
export const flapping = { times: 3, within: hours(1) } as const;

/** `rung`: of an alert that announces an act by itself, which is told once and ends with what it is about. */
export function termsOf(rule: Rule, step: ActionKind | null): AlertTerms {
  if (step !== null) return { for: atOnce, resolveAfter: atOnce, repeat: null };
  switch (rule.kind) {
    case 'budget':
      return rule.period.kind === 'rolling'
        ? // Days drop out at midnight and come in by the hour: only a whole day under it tells.
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
