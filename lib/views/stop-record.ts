import type { RuleName, Subject, TargetId } from '../model/ids.ts';
import { computeSpan, days, type Instant, latest, type Span } from '../model/time/time.ts';
import { getWrongStopSpan } from '../rules/idle/terms.ts';
import type { Rule } from '../rules/terms.ts';
import type { PastStop } from '../state/intent.ts';
import type { LogLine } from './actions.ts';

/** The time that the record of stops covers. */
export const recordReach: Span = days(28);

/**
 * A stop by an idle rule. It is `wrong` if the VM was started again within the time that its rule sets, and `open`
 * until that time has passed with the VM seen stopped.
 */
export type RecordedStop = {
  readonly target: TargetId;
  readonly subject: Subject;
  readonly rule: RuleName;
  readonly at: Instant;
  readonly outcome: 'right' | 'wrong' | 'open';
  /** The time when the VM was seen running again after a wrong stop. */
  readonly startedAgainAt: Instant | null;
};

/** The rules of the policy, and the stops that heads still track. */
type Context = {
  readonly rules: readonly Rule[];
  readonly stops: readonly PastStop[];
  readonly now: Instant;
};

/** Finds the stops by idle rules in an audit log. Both are sorted newest first. */
export function findIdleStops(
  lines: readonly LogLine[],
  { rules, stops: watched, now }: Context,
): RecordedStop[] {
  const idle = new Map(rules.flatMap((rule) => (rule.kind === 'idle' ? [[rule.name, rule] as const] : [])));
  const newest = new Map(watched.map((stop) => [`${stop.subject}#${stop.rule}`, stop]));
  const stops: RecordedStop[] = [];
  const after = new Map<string, LogLine>();
  for (const line of lines) {
    const { target, subject, rule: name, at } = line;
    const rule = idle.get(name);
    if (rule === undefined || !decides(line)) continue;
    const key = `${subject}#${name}`;
    const next = after.get(key);
    after.set(key, line);
    if (!isStopByRule(line)) continue;
    const isWrong = next?.event === 'wrong-stop';
    const isOpen = next === undefined && restSeen(newest.get(key), at, now) < getWrongStopSpan(rule);
    const outcome = isWrong ? 'wrong' : isOpen ? 'open' : 'right';
    stops.push({ target, subject, rule: name, at, outcome, startedAgainAt: isWrong ? next.at : null });
  }
  return stops;
}

/** The number of stops by idle rules that are no longer in the policy, and of those known to be wrong. */
export type FormerStops = { readonly made: number; readonly wrong: number };

/**
 * Counts the stops in an audit log by idle rules that are no longer in the policy, for example after a rule was
 * renamed. Wrong stops are detected only while their rule is in the policy.
 */
export function countFormerStops(lines: readonly LogLine[], rules: readonly Rule[]): FormerStops {
  const names = new Set(rules.map(({ name }) => name));
  const isIdle = ({ event, figures }: LogLine) => event === 'decided' && figures?.kind === 'idle';
  const former = new Set(lines.flatMap((line) => (isIdle(line) && !names.has(line.rule) ? [line.rule] : [])));
  const formerLines = lines.filter(({ rule }) => former.has(rule));
  return {
    made: formerLines.filter(isStopByRule).length,
    wrong: formerLines.filter(({ event }) => event === 'wrong-stop').length,
  };
}

const isStopByRule = ({ event, action, by }: LogLine): boolean =>
  event === 'confirmed' && action === 'stop' && by === undefined;

/** Returns how long a VM is known to have stayed stopped. A later stop or start of it ends the tracking. */
const restSeen = (stop: PastStop | undefined, at: Instant, now: Instant): Span =>
  stop?.stoppedAt === at && stop.startedAgainAt === null
    ? computeSpan(at, latest(at, stop.lastSeenAtRest ?? at))
    : computeSpan(at, now);

/** True if an entry is a stop, or shows whether the stop before it was wrong. */
const decides = ({ event, action }: LogLine): boolean =>
  event === 'wrong-stop' ||
  event === 'ended' ||
  (event === 'confirmed' && (action === 'stop' || action === 'terminate'));
