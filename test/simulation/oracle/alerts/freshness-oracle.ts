import type { TargetId } from '../../../../lib/model/ids.ts';
import { type Instant, minutes } from '../../../../lib/model/time/time.ts';
import type { FreshnessFigures, FreshnessRule } from '../../../../lib/rules/freshness/terms.ts';
import type { Alert } from '../../../../lib/state/alert.ts';
import type { Head } from '../../../../lib/state/head.ts';
import { hasWrongClock, type Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { isCalm } from '../../scenario.ts';
import type { PollBook } from '../poll-book.ts';
import { startsAs } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import { newNotifications } from './new-notices.ts';
import type { SilenceBook } from './silence-book.ts';

type Sight = {
  /** The time when it was last seen, or first polled, and when it was last polled. */
  seenAt: Instant;
  polledAt: Instant;
  /** The first poll, by rule, that found it overdue and should notify, and the first that saw it again. */
  readonly overdueSince: Map<string, Instant>;
  clearSince: Instant | null;
};

/**
 * Checks invariants 8 and 11 for freshness: a target counts as unseen only if something really prevented its poll; an
 * overdue one is notified, by one alert when nothing can be polled at all, and never after it is deleted.
 */
export function freshnessOracle(
  { accuse, scenario, world, now }: Case,
  buffered: PollBook,
  silences: SilenceBook,
) {
  const sights = new Map<TargetId, Sight>();
  const couldNotAsk = new WeakSet<Process>();
  const targetsOf = new WeakMap<Process, readonly TargetId[]>();
  const calm = isCalm(scenario);

  const observer: Observer = {
    struck(process, { port, name }, { kind }) {
      const failed = kind === 'refused' || kind === 'lost-answer';
      if (port === 'cloud' && name === 'listProjects' && failed) couldNotAsk.add(process);
    },
    headsRead(process, heads) {
      if (targetsOf.has(process)) return;
      const targets = heads.map(({ target }) => target).filter((target) => !target.startsWith('group/'));
      targetsOf.set(process, targets.sort());
    },
    committed(process, head, before) {
      if (head.target.startsWith('group/')) return;
      for (const notice of newNotifications(head, before)) {
        if (notice.kind !== 'alert' || notice.figures.kind !== 'freshness') continue;
        checkSaid(process, head, before, notice.id, notice.rule, notice.figures);
        // A job that does not poll can report it too; then the next poll is the first that clears it.
        const sight = sights.get(head.target);
        if (process.job === 'act' && sight !== undefined) sight.clearSince = null;
      }
      if (process.job === 'watch') poll(process, head, before);
    },
  };
  return observer;

  function poll(process: Process, head: Head, before: Head | undefined): void {
    const isSeen = head.observation !== null && head.observation !== before?.observation;
    const at = isSeen && head.observation ? head.observation.at : head.polledAt;
    if (at === null) return;
    const known = sights.get(head.target) ?? {
      seenAt: at,
      polledAt: at,
      overdueSince: new Map(),
      clearSince: at,
    };
    if (!isSeen) checkMissed(process, head);
    const next: Sight = isSeen
      ? { seenAt: at, polledAt: at, overdueSince: new Map(), clearSince: known.clearSince ?? at }
      : { ...known, polledAt: at, clearSince: null };
    sights.set(head.target, next);
    for (const rule of rulesIn(process))
      if (isAbout(rule, head.target)) checkTold(process, head, rule, next, at);
  }

  function checkMissed(process: Process, { target }: Head): void {
    const isKept = couldNotAsk.has(process) || buffered.of(process, target).hadTrouble || isClosed(target);
    if (!isKept) accuse(11, `${target} counts as unseen, and nothing kept it from being seen`);
  }

  /** Checks that an unseen target is notified in time, and resolved once it is seen. */
  function checkTold(process: Process, head: Head, rule: FreshnessRule, sight: Sight, at: Instant): void {
    const { target } = head;
    const alert = head.alerts.find((known) => known.rule === rule.name && isOf(known, target, 'target'));
    const isOver = sight.clearSince !== null && at - sight.clearSince >= minutes(15);
    if (isOver && alert !== undefined && alert.phase !== 'resolved')
      accuse(8, `${alert.key} goes on, and ${target} is seen since ${sight.clearSince}`);
    if (sight.clearSince !== null || isClosed(target)) return;
    const isReporter = !couldNotAsk.has(process) || reporterIn(process, rule) === target;
    if (!isReporter || at - sight.seenAt < allowed(rule)) return;
    const since = sight.overdueSince.get(rule.name) ?? at;
    sight.overdueSince.set(rule.name, since);
    if (at - since < rule.for) return;
    if (alert?.phase !== 'firing') {
      accuse(8, `${target} is unseen since ${sight.seenAt}, and ${rule.name} does not tell`);
      return;
    }
    const isSuppressed = silences.isSilenced(process, { rule: rule.name, subject: target }, at);
    if (alert.lastNotified === null && !isSuppressed)
      accuse(8, `${alert.key} fires, and nothing was said of it`);
  }

  function checkSaid(
    process: Process,
    { target }: Head,
    before: Head | undefined,
    id: string,
    name: string,
    { of }: FreshnessFigures,
  ): void {
    if (calm) accuse(8, `${id} was said, and nothing ever went wrong`);
    const rule = rulesIn(process).find((known) => known.name === name);
    if (rule === undefined || !isAbout(rule, target)) {
      accuse(8, `${id} is said by no rule that there is`);
      return;
    }
    const at = now() + scenario.skew;
    const sight = sights.get(target);
    const isAlone = of === 'watcher' || (couldNotAsk.has(process) && process.job === 'watch');
    if (isAlone && reporterIn(process, rule) !== target)
      accuse(8, `${id} is said of ${target}, and it is for another to tell of it for all`);
    // Where the poll of an unlisted project fails, nothing proves that it is gone.
    const isProven = !couldNotAsk.has(process) && !buffered.of(process, target).hadTrouble;
    if (of === 'target' && isClosed(target) && isProven && process.job === 'watch')
      accuse(8, `${id} is said of ${target}, which is no more`);
    if (sight === undefined || of === 'spend' || of === 'part' || of === 'field') {
      if (of === 'target' || of === 'watcher') accuse(8, `${id} is said of what was never looked at`);
      return;
    }
    // This is the last poll before this turn, whose own commit is recorded afterwards.
    const since = of === 'watcher' ? (before?.polledAt ?? sight.polledAt) : sight.seenAt;
    // A process without the cloud's time trusts its clock; its writes are redone by one with the time.
    if (hasWrongClock(process) || since > now() + minutes(10)) return;
    if (at - since + 2 * scenario.skew < allowed(rule))
      accuse(8, `${id} is said of ${target}, which was seen at ${since}`);
  }

  function allowed({ unseen }: FreshnessRule): number {
    return Math.max(unseen, 3 * scenario.poll);
  }

  function isClosed(target: TargetId): boolean {
    return target.startsWith('project/') && !world.projects.some((known) => `project/${known}` === target);
  }

  function reporterIn(process: Process, rule: FreshnessRule): TargetId | undefined {
    return (targetsOf.get(process) ?? []).find((target) => isAbout(rule, target));
  }
}

const rulesIn = ({ orders }: Process): readonly FreshnessRule[] =>
  orders.policy.rules.flatMap((rule) => (rule.kind === 'freshness' ? [rule] : []));

/** Reports whether a rule applies: one that names an account applies only to accounts. */
function isAbout({ match: { project, account } }: FreshnessRule, target: TargetId): boolean {
  const name = target.slice(target.indexOf('/') + 1);
  if (target.startsWith('account/')) return account !== undefined && startsAs(account, name);
  return account === undefined && (project === undefined || startsAs(project, name));
}

const isOf = ({ key, rule }: Alert, target: TargetId, of: FreshnessFigures['of']): boolean =>
  key === `${target}#${rule}#${of}`;
