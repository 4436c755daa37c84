import { RuleName, VmId } from '../../../lib/model/ids.ts';
import { days, hours, milliseconds, minutes, type Span } from '../../../lib/model/time/time.ts';
import { isLearned, type LearnedTerms } from '../../../lib/rules/idle/terms.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { PastPlan, PastStopPlan, Scenario, VmPlan } from '../scenario.ts';

/** Reports whether the machines of a seed with rules that learn were often stopped before, some of them wrongly. */
export const hasWrongStops = (seed: number): boolean => Math.floor(seed / 13) % 5 === 2;

/** What makes the record of stops of a project uncertain. */
const hiding: readonly string[] = ['wrong-clocks', 'damaged-heads', 'unreadable-fields'];

const rule = RuleName.parse('forgotten machines');

/**
 * Gives a scenario a first project with up to eight VMs of whose many stops, in the weeks before the start and during
 * the run, some are wrong; and a rule that may go on to stop them.
 */
export function withWrongStops(scenario: Scenario, random: Random): Scenario {
  const [project] = scenario.projects;
  if (project === undefined) return scenario;
  const within = random.pick([hours(4), hours(8), hours(8), hours(12)]);
  const risk = random.pick([5, 10, 10]);
  const lasts = days(random.whole(29, 32));
  const model = scenario.vms.find((vm) => vm.project === project);
  const wanted = model === undefined ? [] : drawWanted(model, lasts, random);
  const soon = random.pick([0.1, 0.3, 0.5]);
  const [first, ...others] = scenario.policies.map((known) => ({
    ...known,
    policy: stopping(known.policy, { within, risk }, random),
  }));
  return {
    ...scenario,
    policies: first === undefined ? scenario.policies : [first, ...others],
    vms: [...scenario.vms.filter((vm) => vm.project !== project), ...wanted],
    things: scenario.things.filter((thing) => thing.project !== project),
    closings: scenario.closings.filter((closing) => closing.project !== project),
    answering: { ...scenario.answering, deny: 0 },
    spells: scenario.spells.filter(({ kind }) => !hiding.includes(kind)),
    meddling: Math.min(scenario.meddling, 0.1),
    returns: { soon, within },
    past: {
      gaps: [],
      weeksLostAfter: null,
      ...scenario.past,
      lasts,
      stops: wanted.flatMap((vm) => drawPastStops(vm, { within, lasts, soon }, random)),
    },
  };
}

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => VmId.parse(`${letter}-vm`));

/** Draws VMs that do nothing for most of the time, as old as the past. */
const drawWanted = (model: VmPlan, lasts: Span, random: Random): readonly VmPlan[] =>
  names.slice(0, random.whole(4, 8)).map((id) => ({
    ...model,
    id,
    habit: random.pick(['wanted', 'wanted', 'wanted', 'abandoned', 'light']),
    gpus: 0,
    metadata: {},
    committedFor: null,
    createdAfter: milliseconds(-random.span(milliseconds(lasts - hours(6)), lasts)),
  }));

/** Draws stops of a VM, the last of which is over half a day before the start. */
function drawPastStops(
  { project, id, createdAfter }: VmPlan,
  { within, soon }: Pick<PastPlan, 'lasts'> & { readonly within: Span; readonly soon: number },
  random: Random,
): readonly PastStopPlan[] {
  const regular = random.fork(`regular stops of ${id}`);
  if (regular.chance(0.15)) return drawDailyStops({ project, id }, within, regular);
  const count = random.whole(0, 6);
  // Most are older than two weeks, and so hardly count as use any more.
  const most = milliseconds(-createdAfter - hours(4));
  const least = random.chance(0.7) ? days(14) : days(3);
  const step = milliseconds((most - least) / Math.max(1, count));
  return Array.from({ length: count }, (_, index): PastStopPlan => {
    const before = milliseconds(most - index * step);
    const after = milliseconds(-random.span(milliseconds(before - step + within + hours(9)), before));
    const rests = random.chance(soon)
      ? random.span(minutes(10), milliseconds(within * 0.8))
      : random.span(milliseconds(within + hours(1)), milliseconds(within + hours(5)));
    return { project, id, rule, after, rests };
  });
}

/** Draws stops on each of the last days, as of a VM that somebody starts every morning; few of them are wrong. */
const drawDailyStops = (
  vm: Pick<PastStopPlan, 'project' | 'id'>,
  within: Span,
  random: Random,
): readonly PastStopPlan[] =>
  Array.from({ length: random.whole(20, 27) }, (_, index): PastStopPlan => {
    const after = milliseconds(-days(index + 1) - random.span(hours(1), hours(4)));
    const isWrong = random.chance(0.06);
    const rests = isWrong ? hours(1) : milliseconds(within + random.span(hours(1), hours(3)));
    return { ...vm, rule, after, rests };
  });

/** Lets idle rules stop what they find, and nothing more. */
const stopping = (policy: Policy, terms: Pick<LearnedTerms, 'within' | 'risk'>, random: Random): Policy => ({
  ...policy,
  protect: [],
  businessHours: [],
  caps: { perRun: 8, perDay: 100, share: 100 },
  rules: policy.rules.map((known) =>
    known.kind === 'idle' && isLearned(known)
      ? {
          ...known,
          learned: { ...known.learned, ...terms },
          mode: 'enforce',
          coolOff: hours(1),
          then: [
            { kind: 'stop', after: random.pick([minutes(1), minutes(15)]), mode: 'enforce', approve: null },
          ],
        }
      : known,
  ),
});
