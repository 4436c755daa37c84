import { RuleName } from '../../../lib/model/ids.ts';
import { money } from '../../../lib/model/money/money.ts';
import type { Match } from '../../../lib/model/rules/rule-terms.ts';
import {
  hours,
  type Instant,
  later,
  milliseconds,
  minutes,
  type Span,
} from '../../../lib/model/time/time.ts';
import type { BudgetRule } from '../../../lib/rules/budget/terms.ts';
import type { IdleRule } from '../../../lib/rules/idle/terms.ts';
import type { Policy, Protection } from '../../../lib/state/policy.ts';
import { aBudgetRule } from '../../support/builders/policy-builders.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { PolicyFrom } from '../scenario.ts';
import { nanosInWords } from '../world/bill.ts';
import { changePolicy } from './draw-changes.ts';
import { drawRules } from './draw-rules.ts';
import { drawSteps } from './draw-steps.ts';

export type PolicyInput = {
  readonly zone: string;
  readonly start: Instant;
  readonly span: Span;
  /** The hourly rate of all VMs, in nano-dollars. */
  readonly burn: bigint;
  readonly isEventful: boolean;
  /** True if the steps are short, and in enforce mode. */
  readonly isSteep: boolean;
  readonly poll: Span;
};

/** Draws the first policy, and often another that replaces it during the run. */
export function drawPolicies(context: PolicyInput, random: Random): readonly [PolicyFrom, ...PolicyFrom[]] {
  const { start, span, isEventful } = context;
  const policies: [PolicyFrom, ...PolicyFrom[]] = [{ from: start, policy: drawPolicy(context, random) }];
  for (let changes = random.pick(isEventful ? [0, 2, 4] : [0, 0, 1, 2]); changes > 0; changes -= 1) {
    const last = policies.at(-1) ?? policies[0];
    const after = random.span(milliseconds(1), milliseconds((start + span - last.from) / 2));
    const from = later(last.from, after);
    policies.push({
      from: isEventful ? justAfterPoll(context, from, random) : from,
      policy: changePolicy(last.policy, isEventful, random),
    });
  }
  return policies;
}

/** Returns a time at which decisions under the last policy are often still pending. */
function justAfterPoll({ start, poll }: PolicyInput, at: Instant, random: Random): Instant {
  const polls = Math.ceil((at - start) / poll);
  return later(start, milliseconds(polls * poll + random.span(milliseconds(1), minutes(4))));
}

function drawPolicy({ zone, span, burn, isEventful, isSteep, poll }: PolicyInput, random: Random): Policy {
  return {
    version: 1,
    timezone: zone,
    protect: drawProtections(random).filter(() => !isSteep || random.chance(0.2)),
    inUse: 15,
    attribute: ['team', 'owner'],
    businessHours: drawBusinessHours(random),
    digest: null,
    keepAtMost: null,
    caps: {
      perRun: random.pick([1, 3, 8]),
      perDay: isSteep ? random.pick([4, 60, 100]) : random.whole(1, isEventful ? 100 : 25),
      share: isEventful ? 100 : random.pick([25, 50, 100]),
    },
    rules: [
      ...drawBudgets(burn, span, random),
      ...drawIdleRules(isEventful, isSteep, random),
      ...drawRules({ burn, isEventful, isSteep, poll }, random),
    ],
    routes: null,
    approveByLink: false,
  };
}

function drawProtections(random: Random): Protection[] {
  const all: Protection[] = [
    { kind: 'matching', match: { project: 'prod-*' } },
    { kind: 'matching', match: { metadata: { env: 'production' } } },
    { kind: 'younger-than', age: random.pick([minutes(30), hours(2)]) },
  ];
  return all.filter(() => random.chance(0.5));
}

function drawBudgets(burn: bigint, span: Span, random: Random): BudgetRule[] {
  const spent = burn * BigInt(Math.round(span / 3_600_000)) + 1_000n;
  const limit = () => nanosInWords((spent * BigInt(random.whole(5, 150))) / 100n);
  const basis = () => random.pick(['reported', 'to-date'] as const);
  return [
    { ...aBudgetRule({ name: 'a project', limit: limit(), basis: basis() }), ...stops() },
    {
      ...aBudgetRule({
        name: 'all of it',
        match: { account: '*' },
        limit: limit(),
        at: [25, 90],
        basis: basis(),
      }),
      ...stops(),
    },
    ...drawOtherBudgets(limit, basis, random),
  ];

  /** Draws the stops of a budget: only those of whole calendar months stop anything. */
  function stops(): Pick<BudgetRule, 'mode' | 'then'> {
    const stop = (of: 'idle' | 'everything'): BudgetRule['then'][number] => ({
      kind: 'stop',
      of,
      at: money(limit()),
      after: random.pick([minutes(1), minutes(20)]),
      mode: random.chance(0.85) ? 'enforce' : 'observe',
      approve: random.chance(0.25) ? hours(3) : null,
    });
    const then = random.pick([
      [],
      [],
      [stop('idle')],
      [stop('everything')],
      [stop('idle'), stop('everything')],
    ]);
    return { mode: random.chance(0.8) ? 'enforce' : 'observe', then };
  }
}

/** Draws business hours: none, an office's, or some about midnight. */
function drawBusinessHours(random: Random): Policy['businessHours'] {
  const all = [1, 2, 3, 4, 5, 6, 7];
  return random.pick([
    [],
    [],
    [{ days: [1, 2, 3, 4, 5], from: 540, until: 1_020 }],
    [{ days: all, from: 1_380, until: 180 }],
    [
      { days: all, from: 60, until: 240 },
      { days: all, from: 700, until: 900 },
    ],
  ]);
}

type Of<T> = () => T;

/** Draws budgets of days, weeks and rolling days, for each project and for several, and of forecasts. */
function drawOtherBudgets(
  limit: Of<string>,
  basis: Of<'reported' | 'to-date'>,
  random: Random,
): BudgetRule[] {
  const period = random.pick<BudgetRule['period']>([
    { kind: 'day' },
    { kind: 'week', startsOn: random.whole(1, 7) },
    { kind: 'month', startsOn: random.pick([1, 15, 25]) },
    { kind: 'rolling', days: random.pick([2, 7]) },
  ]);
  const forecast = random.pick([null, 100]);
  const all = [
    aBudgetRule({ name: 'by period', limit: limit(), period, forecast }),
    aBudgetRule({ name: 'account by period', match: { account: '*' }, limit: limit(), period }),
    aBudgetRule({ name: 'together', limit: limit(), shared: true, basis: basis(), forecast }),
    aBudgetRule({
      name: 'some together',
      match: { project: random.pick(['research', 's*', '*']) },
      limit: limit(),
      shared: true,
      period,
    }),
  ];
  return all.filter(() => random.chance(0.7));
}

/** What counts as quiet in every drawn idle rule. */
export const idleLimits = {
  cpuBelow: 10,
  networkBelow: 50 * 1_024,
  diskBelow: 100 * 1_024,
  guestPing: 'answered',
  logins: 'counted',
  gpuBelow: 5,
} as const;

function drawIdleRules(isEventful: boolean, isSteep: boolean, random: Random): IdleRule[] {
  const mode = isSteep || random.chance(0.85) ? 'enforce' : 'observe';
  const after = random.pick(isEventful ? [minutes(1), minutes(10)] : [minutes(1), minutes(15), hours(1)]);
  const window = isEventful
    ? minutes(30)
    : random.pick([minutes(30), hours(1), hours(1), hours(2), hours(4)]);
  const drawn: IdleRule = {
    kind: 'idle',
    name: RuleName.parse('forgotten machines'),
    match: random.pick<Match>(isSteep ? [{}, { id: 'a*' }, { id: 'a*' }] : [{}, { kind: 'vm', gpus: 0 }]),
    mode,
    window,
    gpuWindow: window,
    percentile: random.pick([90, 95, 100]),
    ...idleLimits,
    coolOff: random.pick(isSteep ? [hours(1)] : [hours(1), hours(4), hours(12)]),
    repeat: random.pick([null, hours(4)]),
    then: random.chance(0.95)
      ? drawSteps({ isEventful, isSteep, rests: ['stop'], starts: false, after }, random)
      : [],
  };
  const other: IdleRule = {
    ...drawn,
    name: RuleName.parse('first of each'),
    match: { id: 'a*' },
    window: hours(1),
    coolOff: hours(2),
  };
  return random.chance(0.3) ? [drawn, other] : [drawn];
}
