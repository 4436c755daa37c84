import type { Severity } from '../../../../lib/model/severity.ts';
import { type Instant, minutes } from '../../../../lib/model/time/time.ts';
import type { Rule } from '../../../../lib/rules/terms.ts';
import type { Alert } from '../../../../lib/state/alert.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { NotificationByKind } from '../../../../lib/state/notification.ts';
import type { Observer } from '../../observer.ts';
import { targetMatters } from '../matters/account-matters.ts';
import { figureMatters, type HourBook } from '../matters/figure-matters.ts';
import type { Matter, Shown } from '../matters/matter.ts';
import { resourceMatters } from '../matters/resource-matters.ts';
import type { SightBook } from '../money/money-oracle.ts';
import type { OverrideBook } from '../override-book.ts';
import type { PollBook } from '../poll-book.ts';
import { wasInCutList, wholeAt } from '../poll-book.ts';
import type { Case } from '../violation.ts';
import { courseBook } from './course-book.ts';
import { newNotifications } from './new-notices.ts';
import type { OwedBook } from './owed-book.ts';
import type { SilenceBook } from './silence-book.ts';

const judgedKinds = [
  'rate',
  'runway',
  'account-state',
  'waste',
  'commitment',
  'schedule',
  'lifetime',
  'anomaly',
  'reconcile',
] as const satisfies readonly Rule['kind'][];
type JudgedRule = Extract<Rule, { kind: (typeof judgedKinds)[number] }>;
/** Returns the severity after some time: the rule's steps may raise it. */
function worsened({ then }: JudgedRule, severity: Severity, lasted: number): Severity {
  const steps = then.flatMap((step) =>
    step.kind === 'notify' && lasted >= step.after ? [step.severity] : [],
  );
  return (
    [severity, ...steps].sort((left, right) => grades.indexOf(right) - grades.indexOf(left))[0] ?? severity
  );
}
const grades: readonly Severity[] = ['info', 'warning', 'critical'];
const isJudged = (rule: Rule): rule is JudgedRule => judgedKinds.some((kind) => kind === rule.kind);

/** Returns the time for which figures near a limit must stay clear of it. */
const settleOf = ({ kind }: Rule): number =>
  ['rate', 'runway', 'anomaly', 'reconcile'].includes(kind) ? minutes(15) : 0;

/**
 * Checks invariant 8 for any rule's alerts: what is notified is true and has lasted as long as the rule requires;
 * what has lasted is notified, with its severity and as often as required; what has ended is resolved. Nothing is
 * notified while it is silenced, and then no intent waits.
 */
export function alertOracle(
  facts: Case,
  buffered: PollBook,
  sights: SightBook,
  silences: SilenceBook,
  hours: HourBook,
  owed: OwedBook,
  overrides: OverrideBook,
): Observer {
  const { accuse, world } = facts;
  const courses = courseBook();

  return {
    committed(process, head, before) {
      const { observation } = head;
      if (process.job !== 'watch' || observation === null || observation === before?.observation) return;
      if (observation.kind === 'group') return;
      const poll = buffered.of(process, head.target);
      const seen = sights.seenIn(head.target);
      const { policy } = process.orders;
      const shown: Shown = { process, head, before, at: observation.at, poll, seen, policy, overrides };
      checkClock(shown);
      const matters = [
        ...resourceMatters(shown),
        ...targetMatters(shown, world, owed),
        ...figureMatters(shown, facts, hours),
      ];
      const claimed = new Set<Alert>();
      for (const matter of matters) {
        const alert = head.alerts.find((known) => isOf(known, matter));
        if (alert) claimed.add(alert);
        follow(matter, alert, shown);
      }
      courses.forgetPast(matters);
      // Alerts of later steps and of budgets' stops are checked with their actions.
      for (const alert of head.alerts)
        if (!claimed.has(alert) && alert.step === null) checkEnded(alert, shown);
      checkSayings(matters, shown);
    },
  };

  function checkClock({ process, at, head }: Shown): void {
    const from = process.startedAt + process.skew;
    if (at < from || at > facts.now() + process.skew)
      accuse(8, `${head.target} was seen at ${at}, in a run that began at ${from}`);
  }

  function follow(matter: Matter, alert: Alert | undefined, shown: Shown): void {
    const { rule, truth } = matter;
    if (!isJudged(rule)) return;
    const course = courses.after(matter, shown.at, wasSettled(matter, shown));
    if (truth === 'not-shown') return;
    const isFiring = alert?.phase === 'firing';
    const { at } = shown;
    const name = `${rule.name} on ${matter.subject} ${matter.tags.join('')}`;
    if (course.breachedSince !== null && at - course.breachedSince >= rule.for) {
      if (!isFiring) accuse(8, `${name} has held since ${course.breachedSince}, and no alert fires`);
      else checkSaid(matter, rule, alert, shown);
    }
    if (
      course.clearSince !== null &&
      at - course.clearSince >= settleOf(rule) &&
      alert &&
      alert.phase !== 'resolved'
    )
      accuse(8, `${name} does not hold since ${course.clearSince}, and its alert goes on`);
    const wasFiring =
      shown.before?.alerts.some((old) => isOf(old, matter) && old.phase === 'firing') ?? false;
    const mayEnd = course.mayBeClearSince !== null && at - course.mayBeClearSince >= settleOf(rule);
    if (wasFiring && !isFiring && !mayEnd && !wasSettled(matter, shown))
      accuse(8, `${name} still holds, or has not settled, and its alert has ended`);
    if (isFiring && !wasFiring && (course.mayHoldSince === null || at - course.mayHoldSince < rule.for))
      accuse(8, `${name} fires, and held since ${course.mayHoldSince} at the most`);
  }

  function checkSaid(
    { severity, level, subject }: Matter,
    rule: JudgedRule,
    alert: Alert,
    shown: Shown,
  ): void {
    const { process, at, head } = shown;
    const name = alert.key;
    const asked = severity && worsened(rule, severity, at - alert.since);
    if (asked !== undefined && alert.severity !== asked)
      accuse(8, `${name} is ${alert.severity}, and should be ${asked}`);
    if (level !== undefined && alert.level !== level)
      accuse(8, `${name} has level ${alert.level}, and should have ${level}`);
    const isMoney = rule.kind === 'rate' || rule.kind === 'anomaly' || rule.kind === 'reconcile';
    const isHeldBack =
      isMoney && alert.severity !== 'critical' && silences.isInhibited(process, head.target, at) !== 'no';
    if (isHeldBack || silences.isSilenced(process, { rule: rule.name, subject }, at)) {
      const waits = head.intents.some(
        (intent) => intent.alert === alert.key && intent.state.kind === 'waiting',
      );
      if (waits) accuse(13, `${name} is silenced, and a stop waits to be carried out`);
      return;
    }
    const { lastNotified } = alert;
    if (lastNotified === null) {
      accuse(8, `${name} has lasted, and nothing was said of it`);
      return;
    }
    if ((lastNotified.level ?? -1e9) < (alert.level ?? -1e9))
      accuse(8, `${name} has become worse than was said`);
    const isWaiting = head.outbox.some(({ notifications }) =>
      notifications.some(({ id }) => id.startsWith(alert.key)),
    );
    if (rule.repeat !== null && at - lastNotified.at >= rule.repeat && !isWaiting && !alert.flapping)
      accuse(8, `${name} was last said at ${lastNotified.at}, and is to be said every ${rule.repeat}`);
  }

  /** Checks an alert without a matching condition, although everything it could be about was seen. */
  function checkEnded(alert: Alert, { policy, poll, head, at }: Shown): void {
    if (alert.phase === 'resolved') return;
    const rule = policy.rules.find(({ name }) => name === alert.rule);
    if (rule === undefined) accuse(8, `${alert.key} goes on, and its rule is no more`);
    if (rule === undefined || !isJudged(rule)) return;
    const [, , kind] = alert.subject.split('/');
    const list = kind === 'cluster-machine' ? 'cluster' : kind;
    if (rule.kind === 'anomaly' || rule.kind === 'reconcile' || list === undefined) return;
    const seenKind = (['vm', 'machine', 'volume', 'disk', 'image', 'cluster', 'bucket'] as const).find(
      (known) => known === list,
    );
    if (seenKind !== undefined && wholeAt(poll, seenKind))
      accuse(8, `${alert.key} of ${head.target} goes on at ${at}, and there is nothing of that kind`);
  }

  function checkSayings(matters: readonly Matter[], shown: Shown): void {
    const { head, before, process, at, policy } = shown;
    for (const notice of newNotifications(head, before)) {
      const { id } = notice;
      const rule = policy.rules.find(({ name }) => name === notice.rule);
      if (notice.kind !== 'alert' || rule === undefined || !isJudged(rule)) continue;
      if (notice.figures.kind === 'rest') continue;
      const matter = matters.find((one) => isSaidOf(notice, one));
      if (matter === undefined && wasInCutList(shown.poll, notice.subject)) continue;
      if (matter === undefined || matter.truth === 'clear' || matter.truth === 'not-shown')
        accuse(
          8,
          `${id} was said, and ${matter === undefined ? 'nothing that was seen bears it out' : matter.truth}`,
        );
      const isMoney = rule.kind === 'rate' || rule.kind === 'anomaly' || rule.kind === 'reconcile';
      const isInhibited = silences.isInhibited(process, head.target, at) === 'yes';
      if (isMoney && notice.severity !== 'critical' && isInhibited)
        accuse(8, `${id} was said, although the account's credit is what matters`);
      checkNotTooSoon(notice, rule, before, at);
    }
  }

  function checkNotTooSoon(
    { id, reason, subject }: NotificationByKind<'alert'>,
    { repeat, name }: JudgedRule,
    before: Head | undefined,
    at: Instant,
  ): void {
    if (reason !== 'lasting') return;
    const lastNotified = before?.alerts.find((alert) => id.startsWith(`${alert.key}#`))?.lastNotified;
    if (repeat === null || (lastNotified && at - lastNotified.at < repeat))
      accuse(8, `${id}: ${name} on ${subject} is said again too soon`);
  }

  /**
   * Reports whether a stop was reconciled and its alert dropped, so that later ones are new. Images and deletions
   * have their own alerts.
   */
  function wasSettled(matter: Matter, { head, before }: Shown): boolean {
    return (before?.intents ?? []).some(
      ({ alert, state, id, kind }) =>
        state.kind !== 'waiting' &&
        kind !== 'image' &&
        kind !== 'terminate' &&
        alert?.startsWith(`${matter.subject}#${matter.rule.name}#`) === true &&
        !head.intents.some((known) => known.id === id),
    );
  }
}

const isOf = (
  { rule, subject, key, step }: Pick<Alert, 'rule' | 'subject' | 'key' | 'step'>,
  matter: Matter,
): boolean =>
  step === null && rule === matter.rule.name && subject === matter.subject && isTagged(key, matter);

/** Reports whether a notification is about a condition; its id contains the alert's key. */
const isSaidOf = ({ id, rule, subject }: NotificationByKind<'alert'>, matter: Matter): boolean =>
  rule === matter.rule.name && subject === matter.subject && isTagged(id, matter);

/** Compares whole tags: 29 GiB and 290 GiB are different. */
const isTagged = (name: string, { tags }: Matter): boolean =>
  tags.length === 0 || `${name}#`.includes(`${tags.join('')}#`);
