import { projectTarget, type TargetId } from '../../../../lib/model/ids.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  instant,
  later,
  minutes,
  type Span,
} from '../../../../lib/model/time/time.ts';
import type { Ledger } from '../../../../lib/record/ledger.ts';
import type { LearnedRule } from '../../../../lib/rules/idle/terms.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Observer } from '../../observer.ts';
import { isCalm } from '../../scenario.ts';
import { stateOf, type TrueVm } from '../../world/true-resource.ts';
import { isMeant } from '../actions/idleness.ts';
import type { PollBook } from '../poll-book.ts';
import type { Case } from '../violation.ts';
import { type AllowedRisk, allowedRisk } from './allowed-risk.ts';
import { type KnownPoints, knownPoints, pointsAt } from './known-points.ts';
import { learnedRules } from './learned-idleness.ts';
import { riskBy } from './scorer.ts';
import type { StopBook } from './stop-book.ts';
import { slot } from './true-use.ts';

/** A VM that no alert calls idle, at a poll that showed its samples. */
type Held = {
  readonly target: TargetId;
  readonly vm: TrueVm;
  readonly at: Instant;
  readonly rule: LearnedRule;
  readonly allowed: AllowedRisk;
};

const window: Span = hours(4.5);
/** How often a VM is checked, since each check computes a month. */
const every: Span = hours(2);

/**
 * Checks that a rule that learns finds VMs idle whose risk is well below what is allowed (invariant 8): wrong stops make it no more careful than the documents say, and for no longer. That is certain
 * only where nothing fails.
 */
export function heldOracle(
  { accuse, world, scenario, now }: Case,
  polls: PollBook,
  book: StopBook,
  onJudged: (allowed: AllowedRisk) => void,
): Observer & { finish(ledger: Ledger): Promise<void> } {
  const held: Held[] = [];
  const lookedAt = new Map<string, Instant>();

  return {
    committed(process, head, before) {
      const { observation } = head;
      if (process.job !== 'watch' || observation?.kind !== 'project' || observation === before?.observation)
        return;
      if (!book.isSure(head.target)) return;
      const { sampled } = polls.of(process, head.target);
      for (const rule of learnedRules(process.orders.policy))
        for (const { vm } of sampled.values()) if (isMeant(rule, vm)) look(head, rule, vm, observation.at);
    },
    async finish(ledger) {
      const oldest = earlier(now(), days(7));
      for (const target of new Set(world.projects.map((project) => projectTarget(null, project)))) {
        const own = held.filter((known) => known.target === target && known.at >= oldest);
        if (own.length === 0) continue;
        const points = knownPoints(await ledger.samplings(target, instant(0), later(now(), days(1))));
        for (const known of own) check(known, points);
      }
    },
  };

  function look(head: Head, rule: LearnedRule, vm: TrueVm, at: Instant): void {
    const { target } = head;
    const subject = `${target}/vm/${vm.id}`;
    const allowed = allowedRisk(rule, subject, book.of(target), at);
    onJudged(allowed);
    const key = `${subject} ${rule.name}`;
    if (!isCalm(scenario) || at - (lookedAt.get(key) ?? 0) < every || !isShownQuiet(vm)) return;
    const isFound = head.alerts.some(
      (alert) => alert.subject === subject && alert.rule === rule.name && alert.phase !== 'resolved',
    );
    if (isFound) return;
    lookedAt.set(key, at);
    held.push({ target, vm, at, rule, allowed });
  }

  /** Reports whether a VM has long been up, and all that its monitor showed of that time was quiet. */
  function isShownQuiet(vm: TrueVm): boolean {
    const boot = vm.boots.at(-1);
    if (vm.gpus > 0 || vm.blind.length > 0 || stateOf(vm, now()) !== 'ACTIVE') return false;
    if (boot === undefined || boot.from > earlier(now(), window)) return false;
    const samples = world.monitor.since(vm, earlier(now(), window), now());
    return samples.every(({ cpu, network }) => cpu < 4 && network < 20_000);
  }

  function check({ target, vm, at, rule, allowed }: Held, all: KnownPoints): void {
    const risks = [Number.POSITIVE_INFINITY, hours(1.9)].map((lateBy) => {
      const known = pointsAt(all, vm.id, at, lateBy);
      const newest = Math.max(...known.keys());
      if (newest < at - minutes(20)) return 1;
      // About the start, and between polls that come late, samples are missing that a verdict on signals needs.
      for (let end = newest; end > newest - window; end -= slot) if (!known.has(end)) return 1;
      const since = Math.max(Math.min(...known.keys()) - slot, vm.createdAt);
      return riskBy(known, { rule, since, now: newest }) ?? 1;
    });
    const risk = Math.max(...risks);
    if (risk * 100 < 0.8 * allowed.least)
      accuse(
        8,
        `${target}: ${vm.id} has a risk of ${risk} at ${at}, and is not found idle, though ${allowed.least} % are allowed of ${rule.learned.risk} %`,
      );
  }
}
