import { projectTarget, type TargetId } from '../../../../lib/model/ids.ts';
import { days, earlier, hours, type Instant, instant, later } from '../../../../lib/model/time/time.ts';
import type { Ledger } from '../../../../lib/record/ledger.ts';
import type { LearnedRule } from '../../../../lib/rules/idle/terms.ts';
import type { FleetUse } from '../../../../lib/state/fleet-use.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { isCalm } from '../../scenario.ts';
import type { TrueVm } from '../../world/true-resource.ts';
import { newNotifications } from '../alerts/new-notices.ts';
import type { PollBook } from '../poll-book.ts';
import type { Case } from '../violation.ts';
import { type AllowedRisk, allowedRisk } from './allowed-risk.ts';
import { type KnownPoints, knownPoints, pointsAt } from './known-points.ts';
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
};
/** A risk as it was reported. */
type Told = Judged & { readonly risk: number };

/** The least difference of two risks that counts. */
const tolerance = 0.0005;

/**
 * Checks what rules that learn reported and decided: no risk is over that which the rule allows after the wrong stops of the
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

  return {
    committed(process, head, before) {
      const { observation } = head;
      if (process.job !== 'watch' || observation?.kind !== 'project' || observation === before?.observation)
        return;
      noteTold(process, head, before);
      noteDecided(process, head, before);
    },
    async finish(ledger) {
      // The ledger keeps samples for 35 days, and verdicts rest on those of four weeks.
      const oldest = earlier(now(), days(7));
      for (const target of new Set(world.projects.map((project) => projectTarget(null, project)))) {
        const points = knownPoints(await ledger.samplings(target, instant(0), later(now(), days(1))));
        const isDue = (known: Judged) => known.target === target && known.at >= oldest;
        for (const known of told.filter(isDue)) checkRisk(known, points);
        for (const known of decided.filter(isDue)) checkDecided(known, points);
        checkWeeks(target, await ledger.use(target), points);
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
    return { id, target, vm, at, rule, allowed };
  }

  /**
   * Computes the least risk of a VM once more, from the samples that were known; `null` where none can be computed. What came
   * hours late may be missing in the weeks, which then count it for nothing.
   */
  function riskAgain({ vm, at, rule }: Judged, all: KnownPoints): number | null {
    const risks = [Number.POSITIVE_INFINITY, hours(1.9)].map((lateBy) => {
      const known = pointsAt(all, vm.id, at, lateBy);
      const told = [...known.values()].filter(({ cpu }) => cpu !== null).map((point) => Number(point.at));
      const since = Math.max(Math.min(...told) - slot, vm.createdAt);
      return riskBy(known, { rule, since, now: Math.max(...told), gpus: vm.gpus });
    });
    const told = risks.filter((risk) => risk !== null);
    return told.length === 0 ? null : Math.min(...told);
  }

  function checkRisk(judged: Told, all: KnownPoints): void {
    const { id, risk } = judged;
    const again = riskAgain(judged, all);
    if (again === null || risk < again - tolerance || (isCalm(scenario) && risk > again + tolerance))
      accuse(8, `${id} tells a risk of ${risk}, and its samples come to ${again}`);
  }

  /** Checks that a stop was decided at a risk that was still allowed then. A VM that is too young has none. */
  function checkDecided(judged: Judged, all: KnownPoints): void {
    const risk = riskAgain(judged, all);
    if (risk !== null && risk * 100 > judged.allowed.most + 100 * tolerance)
      accuse(1, `${judged.id} was decided at a risk of ${risk}, and ${judged.allowed.most} % are allowed`);
  }

  /** Checks that each slot that is stored as quiet is so by the samples. */
  function checkWeeks(target: TargetId, use: FleetUse | null, known: KnownPoints): void {
    for (const [vm, { since, spells }] of use?.of ?? []) {
      const points = pointsAt(known, vm, now());
      // Weeks that nothing continued may be older than all samples that the ledger still keeps.
      const kept = earlier(now(), days(33));
      let from = since;
      for (const { use: stored, until } of spells) {
        const first = Math.floor(Math.max(from, kept) / slot + 1) * slot;
        for (let end = first; stored.startsWith('quiet') && end <= until; end += slot) {
          const halfHour = Array.from({ length: 6 }, (_, index) => points.get(end - index * slot));
          if (halfHour.every((point) => point !== undefined)) continue;
          accuse(10, `${target}: the weeks of ${vm} call ${end} quiet, of which no samples are known`);
          return;
        }
        from = until;
      }
    }
  }
}

const vmOf = ({ sampled }: ReturnType<PollBook['of']>, subject: string): TrueVm | undefined =>
  [...sampled.values()].find(({ vm }) => subject === `${projectTarget(null, vm.project)}/vm/${vm.id}`)?.vm;
