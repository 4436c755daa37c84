import { RuleName } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import type { Match } from '../../../lib/model/rules/rule-terms.ts';
import { days, hours, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { Window } from '../../../lib/model/time/window.ts';
import type { Rule } from '../../../lib/rules/terms.ts';
import type { Random } from '../engine/seeded-random.ts';
import { nanosInWords } from '../world/bill.ts';
import { drawEnd, drawSteps } from './draw-steps.ts';

/** The names of rules, since silences refer to rules and rules are renamed. */
export const ruleNames = [
  'forgotten machines',
  'a project',
  'waste',
  'pace',
  'account pace',
  'office hours',
  'mortals',
  'sight',
  'ends',
  'credit',
  'standing',
] as const;

export type RuleInput = {
  readonly burn: bigint;
  readonly isEventful: boolean;
  readonly isSteep: boolean;
  readonly poll: Span;
};

/** Draws some rules of every kind except budgets and idleness. */
export function drawRules(context: RuleInput, random: Random): Rule[] {
  const rules = [
    ...rateRules(context, random),
    ...accountRules(random),
    ...resourceRules(context, random),
    ...actingRules(context, random),
    ...figureRules(random),
  ];
  const isKept = ({ kind }: Rule) => context.isSteep && (kind === 'schedule' || kind === 'waste');
  return rules.filter((rule) => random.chance(0.8) || isKept(rule));
}

const account: Match = { account: '*' };

/** Draws the time that a breach must last, and the interval of repeats. */
const terms = (random: Random): { for: Span; repeat: Span | null; then: [] } => ({
  for: random.pick([minutes(0), minutes(0), minutes(20), hours(2)]),
  repeat: random.pick([null, hours(1), hours(4)]),
  then: [],
});

function rateRules({ burn }: RuleInput, random: Random): Rule[] {
  const some = () => nanosInWords((burn * BigInt(random.whole(5, 120))) / 100n + 1n);
  const about = (name: string, match: Match) => ({ name: RuleName.parse(name), match, ...terms(random) });
  return [
    { kind: 'rate', ...about('pace', {}), limit: { kind: 'hourly', price: hourlyPrice(some()) } },
    {
      kind: 'rate',
      ...about('account pace', account),
      limit: { kind: 'hourly', price: hourlyPrice(some()) },
    },
    {
      kind: 'rate',
      ...about('hourly share', account),
      limit: { kind: 'share-of-hourly-limit', percent: random.pick([50, 80, 100]) },
    },
    {
      kind: 'rate',
      ...about('monthly share', account),
      limit: { kind: 'share-of-monthly-limit', percent: random.pick([20, 50, 80]) },
    },
  ];
}

function accountRules(random: Random): Rule[] {
  return [
    {
      kind: 'runway',
      name: RuleName.parse('credit'),
      match: account,
      ...terms(random),
      thresholds: random.pick([
        [hours(72), hours(24), hours(6)],
        [hours(30), hours(12)],
      ]),
    },
    { kind: 'account-state', name: RuleName.parse('standing'), match: account, ...terms(random) },
    {
      kind: 'freshness',
      name: RuleName.parse('sight'),
      match: random.pick([{}, account]),
      ...terms(random),
      unseen: random.pick([minutes(15), hours(1), hours(3)]),
      spend: hours(4),
    },
  ];
}

function resourceRules({ isEventful, isSteep }: RuleInput, random: Random): Rule[] {
  return [
    {
      kind: 'waste',
      name: RuleName.parse('waste'),
      match: random.pick<Match>([{}, {}, { kind: 'vm' }, { project: 'research' }]),
      for: random.pick([minutes(0), minutes(30), hours(3)]),
      repeat: random.pick([null, hours(3)]),
      mode: random.chance(0.7) ? 'enforce' : 'observe',
      then: random.chance(0.6) ? drawEnd({ isEventful, isSteep }, random) : [],
      conditions: [
        'stopped-vm',
        'powered-off',
        'detached-disk',
        'untouched-volume',
        'failed',
        'unused-image',
      ],
      transitional: minutes(30),
    },
    {
      kind: 'commitment',
      name: RuleName.parse('ends'),
      match: {},
      for: minutes(0),
      repeat: null,
      then: [],
      within: [days(8), days(2), hours(5)],
    },
  ];
}

/** The windows of two hours on and two hours off, so that a stopped resource is soon due to start. */
const everyOtherHours: Window[] = [0, 240, 480, 720, 960, 1_200].map((from) => ({
  days: [1, 2, 3, 4, 5, 6, 7],
  from,
  until: from + 120,
}));

function actingRules({ isEventful, isSteep }: RuleInput, random: Random): Rule[] {
  const acts = (starts: boolean): Pick<Extract<Rule, { kind: 'schedule' }>, 'mode' | 'then'> => {
    const mode = isSteep || random.chance(0.8) ? 'enforce' : 'observe';
    const after = random.pick(isEventful ? [minutes(1), minutes(10)] : [minutes(15), hours(1)]);
    const rests = random.pick<readonly ('stop' | 'power-off')[]>([['stop'], ['stop', 'power-off']]);
    const then = drawSteps({ isEventful, isSteep, rests, starts, after }, random);
    return { mode, then: isSteep || random.chance(0.8) ? then : [] };
  };
  return [
    {
      kind: 'schedule',
      name: RuleName.parse('office hours'),
      match: random.pick<Match>([
        { id: 'b*' },
        { project: 'sandbox' },
        { project: 'ml-lab', kind: 'vm' },
        { project: 'research' },
      ]),
      ...terms(random),
      ...acts(true),
      windows: random.pick<Window[]>(
        isSteep
          ? [everyOtherHours]
          : [
              [{ days: [1, 2, 3, 4, 5], from: 480, until: 1_080 }],
              // These windows cross midnight, and have edges in the hour that occurs twice or not at all.
              [{ days: [1, 2, 3, 4, 5, 6, 7], from: 1_290, until: 90 }],
              [
                { days: [1, 3, 5, 6, 7], from: 90, until: 400 },
                { days: [1, 2, 3, 4, 5, 6, 7], from: 400, until: 720 },
              ],
              [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, until: 1_440 }],
            ],
      ),
    },
    {
      kind: 'lifetime',
      name: RuleName.parse('mortals'),
      match: random.pick<Match>([{ id: 'c*' }, { project: 'sandbox' }, { kind: 'vm' }, { createdBy: 'ann' }]),
      ...terms(random),
      ...acts(false),
      coolOff: random.pick([hours(1), hours(6)]),
      longest: random.pick([hours(5), hours(10), hours(20)]),
      extend: random.fork('extend').pick([null, hours(2), hours(8), days(2)]),
    },
  ];
}

function figureRules(random: Random): Rule[] {
  return [
    {
      kind: 'anomaly',
      name: RuleName.parse('unusual'),
      match: random.pick([{}, account]),
      for: minutes(0),
      repeat: null,
      then: [],
      factor: 1.5,
      deviations: 4,
      least: hourlyPrice('0.5'),
      needs: 24,
    },
    {
      kind: 'reconcile',
      name: RuleName.parse('figures'),
      match: random.pick([{}, account]),
      ...terms(random),
      percent: 5,
      least: money('1'),
    },
  ];
}
