import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { computeSpan, earlier, hours, type Instant, later } from '../../../lib/model/time/time.ts';
import type { Rule } from '../../../lib/rules/terms.ts';
import { aBudgetRule } from '../../support/builders/policy-builders.ts';
import type { FaultScript } from '../engine/faults.ts';
import { usualSkew } from '../engine/process.ts';
import type { Random } from '../engine/seeded-random.ts';
import { type ConnectionPlan, isCalm, type PolicyFrom, type Scenario } from '../scenario.ts';
import { type Spell, spellsOf } from '../spell.ts';
import { nanosInWords } from '../world/bill.ts';
import { noRates } from './draw-faults.ts';
import { drawLostKeys, drawShortLists, drawWrongClocks } from './draw-spells.ts';

const names = ['eu', 'us'].map((name) => ConnectionName.parse(name));

/**
 * Gives a quarter of the scenarios one or two further connections, with the worlds of other seeds, whose projects and VMs
 * often have the same names; some rules are about some of the connections, and some budgets are shared by them.
 */
export function withConnections(
  scenario: Scenario,
  random: Random,
  draw: (seed: number) => Scenario,
): Scenario {
  // What is known from before the start, sources of signals and bounded keeps are of one connection.
  const isOfOne =
    scenario.past !== undefined ||
    scenario.logins !== undefined ||
    scenario.policies[0].policy.keepAtMost !== null;
  if (!random.chance(0.25) || isOfOne) return scenario;
  const [first, ...others] = scenario.policies;
  const scope = scopesOf(random);
  const shared = sharedBudgets(scenario, random);
  const scoped = ({ from, policy }: PolicyFrom): PolicyFrom => ({
    from,
    policy: { ...policy, rules: [...policy.rules.map(scope), ...shared] },
  });
  const whole: Scenario = { ...scenario, policies: [scoped(first), ...others.map(scoped)] };
  const connections = names
    .slice(0, random.whole(1, 2))
    .map((name) => planFor(whole, name, draw(random.whole(1, 1_000_000)), random.fork(name)));
  const keeps = connections.flatMap(({ name, scenario: { vms } }): Scenario['overrides'] => {
    const [vm] = vms;
    const after = random.span(hours(1), scenario.span);
    if (vm === undefined || random.chance(0.7)) return [];
    const subject = `project@${name}/${vm.project}/vm/${vm.id}`;
    return [
      {
        id: `keep of ${name}`,
        override: { kind: 'keep', subject },
        after,
        lasts: hours(3),
        withdrawnAfter: null,
      },
    ];
  });
  return { ...whole, overrides: [...scenario.overrides, ...keeps], connections };
}

/** Returns what limits some of the rules to some of the connections, the same ones in every policy. */
function scopesOf(random: Random): (rule: Rule) => Rule {
  const known = new Map<string, string | null>();
  return (rule) => {
    const glob = known.get(rule.name);
    const scope = glob === undefined ? random.pick([null, null, null, null, 'eu', '', '*']) : glob;
    known.set(rule.name, scope);
    return scope === null ? rule : { ...rule, match: { ...rule.match, connection: scope } };
  };
}

/** Draws budgets of all projects of all connections, and of some connections, by the day and by the month. */
function sharedBudgets({ vms, span }: Scenario, random: Random): readonly Rule[] {
  const hourly = vms.reduce((sum, { price }) => sum + price, 1_000n);
  const limit = () =>
    nanosInWords((hourly * BigInt(Math.ceil(span / hours(1)) * random.whole(20, 300))) / 100n);
  return [
    aBudgetRule({ name: 'over all connections', shared: true, limit: limit() }),
    aBudgetRule({
      name: 'over some connections',
      match: { connection: random.pick(['e*', '*', '']), project: random.pick(['*', 'research', 'prod*']) },
      shared: true,
      limit: limit(),
      period: { kind: 'day' },
    }),
  ];
}

/** Returns the part of another scenario that is its world, moved to this one's time; people and the ledger are the same. */
function planFor(scenario: Scenario, name: ConnectionName, drawn: Scenario, random: Random): ConnectionPlan {
  const { start, span, quiet, faults: shared } = scenario;
  const projects = drawn.projects.slice(0, 2);
  const isIn = ({ project }: { readonly project: Scenario['projects'][number] }) =>
    projects.includes(project);
  const { past: _, logins: __, ...world } = drawn;
  const end = isCalm(scenario) ? earlier(later(start, span), quiet) : shared.quietFrom;
  const moved = <T extends Time>(times: readonly T[]): readonly T[] =>
    times
      .map((time) => ({
        ...time,
        from: moveTo(start, drawn, time.from),
        until: moveTo(start, drawn, time.until),
      }))
      .filter(({ until }) => until <= end);
  return {
    name,
    scenario: {
      ...world,
      ...{
        start,
        span,
        quiet,
        poll: scenario.poll,
        ticks: scenario.ticks,
        skew: scenario.skew,
      },
      ...{ routes: scenario.routes, policies: scenario.policies, hasLatency: scenario.hasLatency },
      ...{ silences: [], overrides: [], answering: scenario.answering },
      projects,
      vms: drawn.vms.filter(isIn),
      things: drawn.things.filter(isIn),
      closings: drawn.closings.filter(
        (plan) => isIn(plan) && projects.length > 1 && later(start, plan.after) < end,
      ),
      blindSpells: moved(drawn.blindSpells.filter(isIn)),
      faults: isCalm(drawn) && isCalm(scenario) ? shared : ownFaults(scenario, drawn, moved, end),
      spells: [
        ...moved(drawn.spells).filter((spell) => isOwn(spell, scenario, projects)),
        ...damageIn(drawn, projects)
          .map((spell) => ({
            ...spell,
            from: moveTo(start, drawn, spell.from),
            until: later(start, span),
          }))
          .filter(({ from }) => from < end),
        ...(isCalm(drawn) ? [] : drawTroubles({ ...drawn, start, span, quiet, projects }, scenario, random)),
        ...spellsOf(scenario.spells, 'deaf-routes'),
      ],
    },
  };
}

type Time = { readonly from: Instant; readonly until: Instant };

const moveTo = (start: Instant, drawn: Scenario, at: Instant): Instant =>
  later(start, computeSpan(drawn.start, at));

/** A calm scenario stays calm for all others: no process dies or waits because of one connection. */
function ownFaults(
  scenario: Scenario,
  { faults }: Scenario,
  moved: <T extends Time>(times: readonly T[]) => readonly T[],
  quietFrom: Instant,
): FaultScript {
  const { refused, flawed, 'lost-answer': lost } = faults.rates;
  return {
    rates: isCalm(scenario) ? { ...noRates, refused, flawed, 'lost-answer': lost } : faults.rates,
    outages: [
      ...scenario.faults.outages.filter(({ port }) => port !== 'cloud'),
      ...moved(faults.outages).filter(({ port }) => port === 'cloud'),
    ],
    quietFrom,
  };
}

function isOwn(spell: Spell, scenario: Scenario, projects: readonly string[]): boolean {
  if (spell.kind === 'deaf-routes' || spell.kind === 'wrong-clocks') return false;
  if (spell.kind === 'hanging-questions' && isCalm(scenario)) return false;
  const target = 'target' in spell ? spell.target : null;
  return (
    target === null ||
    target.startsWith('account/') ||
    projects.some((project) => target === `project/${project}`)
  );
}

/** Returns the damage to the last of the projects, since the first one reports what all have in common. */
const damageIn = ({ spells }: Scenario, projects: readonly string[]) =>
  spellsOf(spells, 'damaged-heads').filter(
    ({ target }) => projects.length > 1 && target === `project/${[...projects].sort().at(-1)}`,
  );

/** Draws what is rare in a seed and differs between connections: a key that is lost, lists that end early, and another clock. */
const drawTroubles = (own: Scenario, { spells, skew }: Scenario, random: Random): readonly Spell[] => [
  ...(random.chance(0.5) ? drawLostKeys(own, random) : []),
  ...(random.chance(0.5) ? drawShortLists(own, random) : []),
  ...(random.chance(0.3) && spellsOf(spells, 'wrong-clocks').length === 0 && skew <= usualSkew
    ? // It is the cloud that is wrong, for both jobs.
      drawWrongClocks(own, random).map((spell) => ({ ...spell, job: null }))
    : []),
];
