import scorecard from '../../../../lib/evaluate/learned/scorecard.json' with { type: 'json' };
import type { FleetUse } from '../../../../lib/model/facts/fleet-use.ts';
import type { Sampling } from '../../../../lib/model/facts/usage.ts';
import { projectTarget, type TargetId } from '../../../../lib/model/ids.ts';
import type { PastStop } from '../../../../lib/model/intent.ts';
import type { Learned } from '../../../../lib/model/rules/idle-rule.ts';
import { days, earlier, type Instant, instant, later, latest } from '../../../../lib/model/time/time.ts';
import type { Ledger } from '../../../../lib/record/ledger.ts';
import type { Observer } from '../../observer.ts';
import { isCalm } from '../../scenario.ts';
import type { TrueVm } from '../../world/true-resource.ts';
import { idleRules } from '../actions/idleness.ts';
import { newNotifications } from '../alerts/new-notices.ts';
import type { PollBook } from '../poll-book.ts';
import type { Case } from '../violation.ts';
import { riskBy } from './scorer.ts';
import { slot } from './true-use.ts';

/** A verdict of a rule that learns, as it was told. */
type Told = {
  readonly id: string;
  readonly target: TargetId;
  readonly vm: TrueVm;
  readonly at: Instant;
  readonly learned: Learned;
  readonly risk: number;
};

/** The least difference of two risks that counts. */
const tolerance = 0.0005;

/**
 * Checks what rules that learn told: no risk is over that of the rule, halved for each wrong stop, and each is at least
 * what all samples of the ledger come to, and no more where nothing fails. So the same history has the same verdict
 * whether its weeks were stored, lost or made again (invariants 8 and 10).
 */
export function riskOracle(
  { accuse, world, scenario, now }: Case,
  polls: PollBook,
): Observer & { finish(ledger: Ledger): Promise<void> } {
  const all: Told[] = [];
  /** Every stop that a head ever held, since heads forget those of VMs that are gone. */
  const stops = new Map<string, PastStop>();

  return {
    committed(process, head, before) {
      for (const stop of head.stops) stops.set(`${stop.subject} ${stop.stoppedAt}`, stop);
      if (process.job !== 'watch' || head.observation?.kind !== 'project') return;
      for (const notice of newNotifications(head, before)) {
        if (notice.kind !== 'alert' || notice.figures.kind !== 'idle') continue;
        const { risk } = notice.figures;
        const rule = idleRules(process.orders.policy).find(({ name }) => name === notice.rule);
        const vm = vmOf(polls.of(process, head.target), notice.subject);
        if (rule?.learned === undefined || vm === undefined || risk === undefined) continue;
        const { at } = head.observation;
        const { learned } = rule;
        all.push({ id: notice.id, target: head.target, vm, at, learned, risk });
        const wrong = wrongStops(vm, notice.subject, learned, at);
        if (risk * 100 > learned.risk / 2 ** wrong)
          accuse(
            8,
            `${notice.id} tells a risk of ${risk} after ${wrong} wrong stops, and the rule allows ${learned.risk} %`,
          );
      }
    },
    async finish(ledger) {
      // The ledger keeps samples for 35 days, and verdicts rest on those of four weeks.
      const oldest = earlier(now(), days(7));
      for (const target of new Set(world.projects.map(projectTarget))) {
        const samplings = await ledger.samplings(target, instant(0), later(now(), days(1)));
        const points = pointsBySlot(samplings);
        for (const told of all.filter((known) => known.target === target && known.at >= oldest))
          checkRisk(told, points);
        checkWeeks(target, await ledger.use(target), points);
      }
    },
  };

  /** Counts the stops of a VM by idle rules after which it was truly started again too soon. */
  function wrongStops(vm: TrueVm, subject: string, { within }: Learned, before: Instant): number {
    // Where rules come and go, stops by those of before are judged by nothing.
    if (scenario.policies.length > 1) return 0;
    const names = idleRules(scenario.policies[0].policy).map(({ name }) => name);
    return [...stops.values()].filter(
      ({ ours, rule, createdAt, stoppedAt, ...stop }) =>
        ours &&
        stop.subject === subject &&
        names.includes(rule) &&
        createdAt === vm.createdAt &&
        vm.boots.some(({ from }) => stoppedAt < from && from < before && from < later(stoppedAt, within)),
    ).length;
  }

  function checkRisk({ id, target, vm, at, learned, risk }: Told, points: PointsBySlot): void {
    const known = cpusAt(points.get(vm.id), at);
    const newest = Math.max(...known.keys());
    const wasStopped = addRests(known, `${target}/vm/${vm.id}`, newest);
    const first = instant(Math.min(...known.keys()) - slot);
    const since = latest(first, vm.createdAt, earlier(instant(newest), days(28)));
    const again = riskBy(scorecard, known, { since, now: instant(newest), within: learned.within });
    // Rests of the last hours, and samples that came late, are not in the weeks yet: the product tells more then.
    const isExact = isCalm(scenario) && !wasStopped;
    if (again === null || risk < again - tolerance || (isExact && risk > again + tolerance))
      accuse(8, `${id} tells a risk of ${risk}, and its samples come to ${again}`);
  }

  /** Adds the slots between stops and the next starts, in which a VM was not used; returns whether there was a stop. */
  function addRests(cpus: Map<number, number>, subject: string, until: number): boolean {
    const own = [...stops.values()].filter((stop) => stop.subject === subject && stop.stoppedAt < until);
    for (const stop of own) {
      const last = Math.min(nextBoot(stop), until);
      for (let end = Math.ceil(stop.stoppedAt / slot + 1) * slot; end <= last; end += slot)
        if (!cpus.has(end)) cpus.set(end, 0);
    }
    return own.length > 0;
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
  function checkWeeks(target: TargetId, use: FleetUse | null, points: PointsBySlot): void {
    for (const [vm, { since, spells }] of use?.of ?? []) {
      const cpus = cpusAt(points.get(vm), now());
      addRests(cpus, `${target}/vm/${vm}`, now());
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

type Point = { readonly end: number; readonly at: Instant; readonly cpu: number };
type PointsBySlot = ReadonlyMap<string, readonly Point[]>;

function pointsBySlot(samplings: readonly Sampling[]): PointsBySlot {
  const found = new Map<string, Point[]>();
  for (const { at, usage } of samplings)
    for (const { vm, points } of usage) {
      const own = found.get(vm) ?? [];
      found.set(vm, own);
      for (const point of points) if (point.cpu !== null) own.push({ end: point.at, at, cpu: point.cpu });
    }
  return found;
}

/** Returns the CPU of each slot as it was known at an instant. */
function cpusAt(points: readonly Point[] = [], at: Instant): Map<number, number> {
  const cpus = new Map<number, number>();
  for (const point of points) if (point.at <= at) cpus.set(point.end, point.cpu);
  return cpus;
}
