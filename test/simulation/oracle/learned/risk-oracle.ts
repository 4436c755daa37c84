import scorecard from '../../../../lib/evaluate/learned/scorecard.json' with { type: 'json' };
import type { FleetUse } from '../../../../lib/model/facts/fleet-use.ts';
import type { Head } from '../../../../lib/model/head.ts';
import { projectTarget, type TargetId } from '../../../../lib/model/ids.ts';
import type { PastStop } from '../../../../lib/model/intent.ts';
import type { LearnedRule } from '../../../../lib/model/rules/idle-rule.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  instant,
  later,
  latest,
  minutes,
  type Span,
} from '../../../../lib/model/time/time.ts';
import type { Ledger } from '../../../../lib/record/ledger.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { isCalm } from '../../scenario.ts';
import type { TrueVm } from '../../world/true-resource.ts';
import { newNotifications } from '../alerts/new-notices.ts';
import type { PollBook } from '../poll-book.ts';
import type { Case } from '../violation.ts';
import { type AllowedRisk, allowedRisk } from './allowed-risk.ts';
import { besideAt, type CreatedAt, cpusAt, createdIn, type KnownCpus, knownCpus } from './known-cpus.ts';
import { learnedRules } from './learned-idleness.ts';
import { riskBy } from './scorer.ts';
import type { StopBook } from './stop-book.ts';
import { slot } from './true-use.ts';

/** A verdict of a rule that learns on a VM whose samples were shown. */
type Judged = {
  readonly id: string;
  readonly target: TargetId;
  readonly vm: TrueVm;
  readonly at: Instant;
  readonly rule: LearnedRule;
  readonly allowed: AllowedRisk;
  readonly createdAt: CreatedAt;
};
/** A risk as it was told. */
type Told = Judged & { readonly risk: number };

/** The least difference of two risks that counts. */
const tolerance = 0.0005;

/**
 * Checks what rules that learn told and decided: no risk is over that which the rule allows after the wrong stops of the
 * VM and of the project, and each is at least what all samples of the ledger come to, and no more where nothing fails.
 * So the same history has the same verdict whether its weeks were stored, lost or made again (invariants 1, 8 and 10).
 */
export function riskOracle(
  { accuse, world, scenario, now }: Case,
  polls: PollBook,
  book: StopBook,
): Observer & { finish(ledger: Ledger): Promise<void> } {
  const told: Told[] = [];
  const decided: Judged[] = [];
  /** Every stop that a head ever held, since heads forget those of VMs that are gone. */
  const stops = new Map<string, PastStop>();

  return {
    committed(process, head, before) {
      for (const stop of head.stops) stops.set(`${stop.subject} ${stop.stoppedAt}`, stop);
      const { observation } = head;
      if (process.job !== 'watch' || observation?.kind !== 'project' || observation === before?.observation)
        return;
      noteTold(process, head, before);
      noteDecided(process, head, before);
    },
    async finish(ledger) {
      // The ledger keeps samples for 35 days, and verdicts rest on those of four weeks.
      const oldest = earlier(now(), days(7));
      for (const target of new Set(world.projects.map(projectTarget))) {
        const cpus = knownCpus(await ledger.samplings(target, instant(0), later(now(), days(1))));
        const isDue = (known: Judged) => known.target === target && known.at >= oldest;
        for (const known of told.filter(isDue)) checkRisk(known, cpus);
        for (const known of decided.filter(isDue)) checkDecided(known, cpus);
        checkWeeks(target, await ledger.use(target), cpus);
      }
    },
  };

  function noteTold(process: Process, head: Head, before: Head | undefined): void {
    for (const notice of newNotifications(head, before)) {
      if (notice.kind !== 'alert' || notice.figures.kind !== 'idle') continue;
      const { risk } = notice.figures;
      const judged = judgedIn(process, head, notice);
      if (judged === null || risk === undefined) continue;
      told.push({ ...judged, risk });
      const { allowed, rule } = judged;
      if (risk * 100 > allowed.most + 1e-9)
        accuse(
          8,
          `${notice.id} tells a risk of ${risk}, and of ${rule.learned.risk} % the rule allows ${allowed.most} % after wrong stops`,
        );
    }
  }

  function noteDecided(process: Process, head: Head, before: Head | undefined): void {
    const known = new Set(before?.intents.map(({ id }) => id));
    for (const intent of head.intents) {
      if (known.has(intent.id) || intent.kind !== 'stop' || intent.by !== null) continue;
      const judged = judgedIn(process, head, intent);
      if (judged !== null) decided.push(judged);
    }
  }

  function judgedIn(
    process: Process,
    { target, observation }: Head,
    { id, rule: name, subject }: { readonly id: string; readonly rule: string; readonly subject: string },
  ): Judged | null {
    const rule = learnedRules(process.orders.policy).find((known) => known.name === name);
    const poll = polls.of(process, target);
    const vm = vmOf(poll, subject);
    if (rule === undefined || vm === undefined || observation === null) return null;
    const { at } = observation;
    const { risk } = rule.learned;
    const allowed = book.isSure(target)
      ? allowedRisk(rule, subject, book.of(target), at)
      : { least: 0, most: risk, halved: 0, share: 1 };
    return { id, target, vm, at, rule, allowed, createdAt: createdIn(poll.lists.vm?.shown) };
  }

  /**
   * Computes the least risk of a VM once more, from the samples that were known; `null` where none can be told. Weeks
   * that are made again know of the last rest only, and without samples a long one counts for nothing, not as quiet.
   */
  function riskAgain({ vm, target, at, rule, createdAt }: Judged, cpus: KnownCpus) {
    const known = cpusAt(cpus, vm.id, at);
    const newest = instant(Math.max(...known.keys()));
    const since = latest(instant(Math.min(...known.keys()) - slot), vm.createdAt, earlier(newest, days(28)));
    const all = [...besideAt(cpus, vm.id, at, createdAt)];
    const restsBeside = new Map(all.map(([name]) => [name, restsOf(`${target}/vm/${name}`, at)]));
    const isRested = (name: string) => restsBeside.get(name)?.length !== 0;
    const settled = earlier(at, hours(2));
    const wasAtRest = (name: string, margin: Span) =>
      restsBeside
        .get(name)
        ?.some(
          (stop) =>
            stop.stoppedAt < earlier(settled, margin) &&
            nextBoot(stop) > later(earlier(settled, hours(6)), margin),
        );
    // A VM at rest in the hours that are compared tells nothing; polls show its rest up to minutes later.
    const restedBut = (margin: Span) =>
      all
        .filter(([name]) => !isCalm(scenario) || !wasAtRest(name, margin))
        .map(([name, own]) => ({ ...own, cpus: withRests(own.cpus, restsBeside.get(name) ?? [], at) }));
    const others = all.flatMap(([name, own]) => (isRested(name) ? [] : [own]));
    const rests = restsOf(`${target}/vm/${vm.id}`, newest);
    const risks = [restedBut(minutes(-15)), restedBut(minutes(15)), others].flatMap((beside) => {
      const terms = { since, now: newest, ...rule.learned, beside, at };
      return [...rests.keys(), rests.length].map((first) =>
        riskBy(scorecard, withRests(known, rests.slice(first), newest), terms),
      );
    });
    const told = risks.filter((risk) => risk !== null);
    const wasStopped = rests.length > 0 || all.some(([name]) => isRested(name));
    return { risk: told.length === 0 ? null : Math.min(...told), wasStopped };
  }

  function checkRisk(judged: Told, cpus: KnownCpus): void {
    const { id, risk } = judged;
    const { risk: again, wasStopped } = riskAgain(judged, cpus);
    // Rests of the last hours, and samples that came late, are not in the weeks yet: the product tells more then.
    const isExact = isCalm(scenario) && !wasStopped;
    if (again === null || risk < again - tolerance || (isExact && risk > again + tolerance))
      accuse(8, `${id} tells a risk of ${risk}, and its samples come to ${again}`);
  }

  /** Checks that a stop was decided at a risk that was still allowed then. A VM that is too young has none. */
  function checkDecided(judged: Judged, cpus: KnownCpus): void {
    const { risk } = riskAgain(judged, cpus);
    if (risk !== null && risk * 100 > judged.allowed.most + 100 * tolerance)
      accuse(1, `${judged.id} was decided at a risk of ${risk}, and ${judged.allowed.most} % are allowed`);
  }

  /** Returns the stops of a VM that heads told of, oldest first. */
  function restsOf(subject: string, until: Instant): readonly PastStop[] {
    const own = [...stops.values()].filter((stop) => stop.subject === subject && stop.stoppedAt < until);
    return own.toSorted((left, right) => left.stoppedAt - right.stoppedAt);
  }

  /** Adds the slots between stops and the next starts, in which a VM was not used. */
  function withRests(known: ReadonlyMap<number, number>, rests: readonly PastStop[], until: Instant) {
    const cpus = new Map(known);
    for (const stop of rests) {
      // By a clock that is ahead, it was seen stopped later than it truly was.
      const last = Math.min(nextBoot(stop) + 2 * scenario.skew, until);
      for (let end = Math.ceil(stop.stoppedAt / slot + 1) * slot; end <= last; end += slot)
        if (!cpus.has(end)) cpus.set(end, 0);
    }
    return cpus;
  }

  /** Returns when a VM of that name truly ran next. */
  function nextBoot({ subject, stoppedAt }: PastStop): number {
    const boots = world.resources.flatMap((resource) =>
      resource.kind === 'vm' && `${projectTarget(resource.project)}/vm/${resource.id}` === subject
        ? resource.boots.map(({ from }) => from).filter((from) => from > stoppedAt)
        : [],
    );
    return Math.min(...boots, Number.MAX_SAFE_INTEGER);
  }

  /** Checks that each slot that is stored as quiet is so by the samples. */
  function checkWeeks(target: TargetId, use: FleetUse | null, known: KnownCpus): void {
    for (const [vm, { since, spells }] of use?.of ?? []) {
      const rests = restsOf(`${target}/vm/${vm}`, now());
      const cpus = withRests(cpusAt(known, vm, now()), rests, now());
      // Weeks that nothing continued may be older than all samples that the ledger still keeps.
      const kept = earlier(now(), days(33));
      let from = since;
      for (const { use: stored, until } of spells) {
        const first = Math.floor(Math.max(from, kept) / slot + 1) * slot;
        for (let end = first; stored === 'quiet' && end <= until; end += slot) {
          const halfHour = Array.from({ length: 6 }, (_, index) => cpus.get(end - index * slot));
          if (halfHour.every((cpu) => cpu !== undefined)) continue;
          accuse(10, `${target}: the weeks of ${vm} call ${end} quiet, of which no samples are known`);
          return;
        }
        from = until;
      }
    }
  }
}

const vmOf = ({ sampled }: ReturnType<PollBook['of']>, subject: string): TrueVm | undefined =>
  [...sampled.values()].find(({ vm }) => subject === `${projectTarget(vm.project)}/vm/${vm.id}`)?.vm;
