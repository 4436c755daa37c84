import { ProjectId, VmId } from '../../../lib/model/ids.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  instant,
  later,
  milliseconds,
  minutes,
  type Span,
  seconds,
} from '../../../lib/model/time/time.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { type Random, seededRandom } from '../engine/seeded-random.ts';
import type { BlindSpell, Habit, PolicyFrom, Scenario, VmPlan } from '../scenario.ts';
import { drawAccount, drawOwed } from './draw-account.ts';
import { withConnections } from './draw-connections.ts';
import { drawFaults, drawTicks } from './draw-faults.ts';
import { boundsKeeps, withBoundedKeeps } from './draw-keeps.ts';
import { commitsLate, withLateCommitments } from './draw-late-commitments.ts';
import { hasLearnedRules, withLearnedRules, withLimitsOfUse } from './draw-learned.ts';
import { hasLogins, withLogins } from './draw-logins.ts';
import { drawAnswering, drawOverrides } from './draw-overrides.ts';
import { drawPolicies } from './draw-policy.ts';
import { drawRoutes } from './draw-routes.ts';
import { drawSilences } from './draw-silences.ts';
import { drawOddAnswers, drawShortLists, drawSpells, drawWrongClocks } from './draw-spells.ts';
import { drawStorage, drawThings } from './draw-things.ts';
import { hasWrongStops, withWrongStops } from './draw-wrong-stops.ts';

/** Starts near calendar events: the ends of summer time, of months and of years, and a leap day. */
const starts: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['2026-10-24T00:00Z', 'Europe/London'],
  ['2026-03-28T12:00Z', 'Europe/London'],
  ['2026-10-30T18:00Z', 'America/New_York'],
  ['2026-11-29T06:00Z', 'UTC'],
  ['2027-12-30T12:00Z', 'Asia/Kolkata'],
  ['2028-02-28T00:00Z', 'Pacific/Auckland'],
  ['2026-07-14T09:00Z', 'Europe/Berlin'],
  ['2026-03-30T00:00Z', 'America/St_Johns'],
];

/** Draws a whole scenario from a number, always the same; some have several connections. */
export const drawScenario = (seed: number): Scenario =>
  withConnections(drawOne(seed), seededRandom(seed).fork('connections'), drawOne);

/**
 * Draws a scenario of one connection. Every third one is eventful, and every sixth one has short
 * steps, so that the last ones are reached within the day.
 */
function drawOne(seed: number): Scenario {
  const faced = drawCommon(seed);
  const whole = commitsLate(seed)
    ? withLateCommitments(faced, seededRandom(seed).fork('late commitments'))
    : faced;
  if (boundsKeeps(seed)) return withBoundedKeeps(whole, seededRandom(seed).fork('bounded keeps'));
  if (!hasLearnedRules(seed))
    return hasLogins(seed) ? withLogins(whole, seededRandom(seed).fork('logins')) : whole;
  const learned = withLimitsOfUse(
    withLearnedRules(whole, seededRandom(seed).fork('learned')),
    seededRandom(seed).fork('limits of use'),
  );
  return hasWrongStops(seed) ? withWrongStops(learned, seededRandom(seed).fork('wrong stops')) : learned;
}

/** Draws what any scenario has; the projects are those given, if any. */
export function drawCommon(seed: number, given?: readonly ProjectId[]): Scenario {
  const random = seededRandom(seed).fork('scenario');
  const [date, zone] = random.pick(starts);
  const start = later(instant(Date.parse(date)), minutes(random.whole(0, 59)));
  const isSteep = seed % 6 === 0;
  const { poll, span } = isSteep ? drawShortPace(random) : drawPace(random);
  const quiet = hours(6);
  const isCalm = random.chance(0.25);
  const isEventful = seed % 3 === 0;
  const named = drawProjects(random);
  const projects = given ?? named;
  const vms = projects.flatMap((project) =>
    drawVms(project, isSteep ? steepHabits : isEventful ? eventfulHabits : habits, random),
  );
  const isOldPlatform = random.chance(0.25);
  const things = projects.flatMap((project) => drawThings({ project, span, isOldPlatform }, random));
  const burn = vms.reduce((sum, { price }) => sum + price, 0n);
  const account = drawAccount(burn, span, random);
  const drawn = {
    seed,
    start,
    span,
    quiet,
    poll,
    projects,
    vms,
    things,
    account,
    silences: drawSilences(span, projects, random),
    overrides: drawOverrides({ span, projects, vms, isEventful, isSteep, poll }, random),
    answering: drawAnswering(isSteep, random),
    closings:
      !isCalm && projects.length > 1 && random.chance(0.3) ? [drawClosing(projects, span, random)] : [],
    policies: drawPolicies({ zone, start, span, burn, isEventful, isSteep, poll }, random),
    faults: drawFaults({ start, span, quiet, projects, isCalm, isEventful }, random),
    ticks: drawTicks(isCalm, isEventful, random),
    hasLatency: !isCalm && random.chance(0.4),
    skew: !isCalm && random.chance(0.3) ? seconds(random.whole(1, 5)) : milliseconds(0),
    sampleLag: seconds(random.whole(0, 40)),
    routes: random.chance(0.5) ? ['sns'] : ['sns', 'slack'],
    isOldPlatform,
    meddling: isSteep ? 0.15 : isEventful ? 0.6 : random.pick([0, 0.2]),
    blindSpells: isCalm ? [] : drawBlindSpells(vms, start, earlier(later(start, span), quiet), random),
  };
  // Routes have their own generator, so that existing seeds keep their meaning.
  const routes = drawRoutes(drawn.routes, seededRandom(seed).fork('routes'));
  // Clocks are off, but not by so much that anything is refused.
  const skew =
    !isCalm && seed % 5 === 1 ? seededRandom(seed).fork('skew').span(seconds(6), seconds(598)) : drawn.skew;
  const spells = isCalm
    ? []
    : [
        ...drawSpells(drawn, seededRandom(seed).fork('spells')),
        // Only every fifth seed has them: asking for the time is an additional request, which shifts all later
        // faults.
        ...(seed % 5 === 0 ? drawWrongClocks(drawn, seededRandom(seed).fork('clocks')) : []),
        ...(seed % 7 === 2 ? drawShortLists(drawn, seededRandom(seed).fork('short lists')) : []),
        // Few seeds have them, and none of a bug.
        ...([0, 22, 27].includes(seed % 29) ? drawOddAnswers(drawn, seededRandom(seed).fork('odd')) : []),
      ];
  const storage =
    seed % 5 === 3 && !isOldPlatform
      ? projects.flatMap((project) =>
          drawStorage({ project, span, isOldPlatform }, seededRandom(seed).fork(`storage of ${project}`)),
        )
      : [];
  return {
    ...drawn,
    skew,
    account: seed % 5 === 3 ? { ...account, owed: drawOwed(span, seededRandom(seed).fork('owed')) } : account,
    things: [...things, ...storage],
    policies: withRoutes(drawn.policies, routes),
    spells,
    // Few seeds have them, so that the others keep their meaning.
    isHasty: seed % 23 === 13,
  };
}

const withRoutes = (
  [first, ...others]: Scenario['policies'],
  routes: Policy['routes'],
): Scenario['policies'] => {
  const withThem = ({ from, policy }: PolicyFrom): PolicyFrom => ({ from, policy: { ...policy, routes } });
  return [withThem(first), ...others.map(withThem)];
};

/**
 * Draws the interval and the length: mostly a day or two at the usual interval; sometimes more than a month, which
 * only slow polls make cheap.
 */
function drawPace(random: Random): { readonly poll: Span; readonly span: Span } {
  const drawn = random.next();
  if (drawn < 0.15) return { poll: minutes(5), span: hours(random.whole(20, 30)) };
  if (drawn < 0.7) return { poll: minutes(15), span: hours(random.whole(26, 60)) };
  if (drawn < 0.97) return { poll: minutes(30), span: hours(random.whole(60, 150)) };
  return { poll: hours(1), span: hours(random.whole(35 * 24, 65 * 24)) };
}

/** Draws the usual interval, for steps that are completed in a day. */
const drawShortPace = (random: Random): { readonly poll: Span; readonly span: Span } => ({
  poll: minutes(random.pick([5, 10, 10])),
  span: hours(random.whole(15, 22)),
});

function drawProjects(random: Random): readonly ProjectId[] {
  const names = ['research', 'prod-web', 'ml-lab', 'sandbox'];
  const count = random.pick([1, 2, 3, 3, 4]);
  return Array.from({ length: count }, (_, index) => ProjectId.parse(names[index]));
}

const steepHabits: Habits = ['abandoned', 'abandoned', 'abandoned', 'forgotten', 'restless'];
type Habits = readonly [Habit, ...Habit[]];
const habits: Habits = [
  'forgotten',
  'forgotten',
  'abandoned',
  'abandoned',
  'worker',
  'blippy',
  'restless',
  'marked',
  'busy',
];
const eventfulHabits: Habits = [
  'forgotten',
  'abandoned',
  'abandoned',
  'abandoned',
  'restless',
  'marked',
  'blippy',
];

function drawVms(project: ProjectId, ofThese: Habits, random: Random): readonly VmPlan[] {
  return Array.from({ length: random.pick([1, 1, 2, 2, 3, 4]) }, (_, index) => ({
    project,
    id: VmId.parse(`${'abcd'[index]}-vm`),
    habit: random.pick(ofThese),
    price: BigInt(random.whole(1, 4_000_000_000)),
    vcpus: random.pick([1, 2, 8, 96]),
    gpus: random.chance(0.15) ? random.pick([1, 8]) : 0,
    metadata: random.pick([
      {},
      {},
      {},
      {},
      {},
      {},
      { owner: 'bob' },
      { env: 'production' },
      { spendwatch: 'keep' },
    ]),
    committedFor: random.chance(0.2) ? random.span(hours(4), days(9)) : null,
    createdAfter: random.chance(0.6)
      ? milliseconds(-random.span(minutes(5), days(1)))
      : random.span(minutes(1), hours(20)),
  }));
}

function drawClosing(
  projects: readonly ProjectId[],
  span: Span,
  random: Random,
): Scenario['closings'][number] {
  const project = projects[projects.length - 1] ?? ProjectId.parse('research');
  return { project, after: milliseconds(span * (0.2 + 0.6 * random.next())) };
}

function drawBlindSpells(
  vms: readonly VmPlan[],
  start: Instant,
  until: Instant,
  random: Random,
): readonly BlindSpell[] {
  return vms
    .filter(() => random.chance(0.3))
    .map(({ id, project }) => {
      const from = later(start, random.span(milliseconds(0), milliseconds(until - start)));
      const what = random.pick(['samples', 'metadata'] as const);
      const end = later(from, random.span(minutes(4), hours(3)));
      return { vm: id, project, what, from, until: end < until ? end : until };
    });
}
