import type { RuleName, Subject, TargetId } from '../model/ids.ts';
import { wrongWithinOf } from '../model/rules/idle-rule.ts';
import type { Rule } from '../model/rules/rule.ts';
import { between, days, type Instant, type Span } from '../model/time/time.ts';
import type { LogLine } from './actions.ts';

/** The time that the record of stops covers. */
export const recordReach: Span = days(28);

/**
 * A stop by an idle rule. It is `wrong` if the VM was started again within the time of the rule, and `open` while that
 * may still happen.
 */
export type RecordedStop = {
  readonly target: TargetId;
  readonly subject: Subject;
  readonly rule: RuleName;
  readonly at: Instant;
  readonly outcome: 'right' | 'wrong' | 'open';
  /** The time when the VM of a wrong stop was seen running again. */
  readonly startedAgainAt: Instant | null;
};

/** Finds the stops by the idle rules of a policy in an audit log; both are sorted with the newest first. */
export function stopsIn(lines: readonly LogLine[], rules: readonly Rule[], now: Instant): RecordedStop[] {
  const idle = new Map(rules.flatMap((rule) => (rule.kind === 'idle' ? [[rule.name, rule] as const] : [])));
  const stops: RecordedStop[] = [];
  const after = new Map<string, LogLine>();
  for (const line of lines) {
    const { target, subject, rule: name, at } = line;
    const rule = idle.get(name);
    if (rule === undefined || !decides(line)) continue;
    const next = after.get(`${subject}#${name}`);
    after.set(`${subject}#${name}`, line);
    if (line.action !== 'stop' || line.by !== undefined) continue;
    const isWrong = next?.event === 'wrong-stop';
    const isOpen = next === undefined && between(at, now) <= wrongWithinOf(rule);
    const outcome = isWrong ? 'wrong' : isOpen ? 'open' : 'right';
    stops.push({ target, subject, rule: name, at, outcome, startedAgainAt: isWrong ? next.at : null });
  }
  return stops;
}

/** Reports whether an entry is a stop, or decides whether the stop before it was wrong. */
const decides = ({ event, action }: LogLine): boolean =>
  event === 'wrong-stop' ||
  event === 'ended' ||
  (event === 'confirmed' && (action === 'stop' || action === 'terminate'));
