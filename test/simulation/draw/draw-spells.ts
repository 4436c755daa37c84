import { accountTarget, BillingAccountId, projectTarget } from '../../../lib/model/ids.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  later,
  milliseconds,
  minutes,
  type Span,
} from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { Scenario } from '../scenario.ts';
import { busyStates, type Spell } from '../spell.ts';
import { recordOf } from '../world/true-resource.ts';

export type SpellInput = Pick<
  Scenario,
  'start' | 'span' | 'quiet' | 'poll' | 'things' | 'routes' | 'projects' | 'vms' | 'isOldPlatform'
>;

/** Draws temporary faults of the world: some of each kind in some seeds; all of them end before the quiet end. */
export function drawSpells(context: SpellInput, random: Random): readonly Spell[] {
  const isMeant = (): boolean => random.chance(0.4);
  return [
    ...(isMeant() ? drawBusyMachines(context, random) : []),
    ...(isMeant() ? several(context, random, 3, [hours(2), hours(10)]).map(quotaIn(random)) : []),
    ...(isMeant() ? several(context, random, 3, [hours(1), hours(4)]).map(deafIn(context, random)) : []),
    ...(isMeant() ? drawLostKeys(context, random) : []),
    ...(isMeant() ? several(context, random, 3, [minutes(20), hours(2)]).map(hangIn(context, random)) : []),
    ...(isMeant() ? drawDamage(context, random) : []),
    ...(isMeant() ? several(context, random, 2, [hours(1), hours(6)]).flatMap(fieldIn(context, random)) : []),
    ...(isMeant()
      ? several(context, random, 2, [hours(1), hours(6)]).map(otherFieldIn(context, random))
      : []),
  ];
}

/** Draws times without the key of a job. */
export const drawLostKeys = (context: SpellInput, random: Random): readonly Spell[] =>
  several(context, random, 2, [hours(1), hours(5)]).map(keysIn(random));

/** Draws clocks that are off by minutes or by weeks, in either direction. */
export function drawWrongClocks(context: SpellInput, random: Random) {
  return several(context, random, 3, [minutes(5), hours(5)]).map((time) => {
    const most = random.pick([minutes(60), hours(30), days(40)]);
    const off = random.span(minutes(11), most);
    const skew = random.chance(0.5) ? off : milliseconds(-off);
    return {
      kind: 'wrong-clocks' as const,
      ...time,
      job: random.pick(['watch', 'act', null] as const),
      skew,
    };
  });
}

/** Draws lists that end early or answer empty; some are switched off in steps. */
export function drawShortLists(context: SpellInput, random: Random): readonly Spell[] {
  const [first, ...others] = context.projects;
  if (first === undefined) return [];
  let most = random.whole(0, 3);
  return several(context, random, 3, [minutes(10), hours(7)]).map((time): Spell => {
    const target = projectTarget(null, random.pick([first, ...others]));
    most = Math.max(0, most - random.whole(0, 2));
    return { kind: 'short-lists', ...time, target, most };
  });
}

/** Draws lists that lack a VM now and then, and reads by id that answer another one. */
export function drawOddAnswers(context: SpellInput, random: Random): readonly Spell[] {
  const [first, ...others] = context.vms;
  if (first === undefined) return [];
  return several(context, random, 4, [minutes(30), hours(6)]).map((time): Spell => {
    const { project, id } = random.pick([first, ...others]);
    const target = projectTarget(null, project);
    const every = milliseconds(context.poll * random.pick([1, 1, 2]));
    return random.chance(0.5)
      ? { kind: 'flickering-lists', ...time, target, vm: id, every }
      : { kind: 'other-vms', ...time, target };
  });
}

type Time = { readonly from: Instant; readonly until: Instant };

/** Draws times that do not overlap, in order. */
function several(
  { start, span, quiet }: SpellInput,
  random: Random,
  most: number,
  [least, longest]: readonly [Span, Span],
): readonly Time[] {
  const end = earlier(later(start, span), quiet);
  const times: Time[] = [];
  let from = start;
  for (let left = random.whole(1, most); left > 0; left -= 1) {
    from = later(from, random.span(minutes(5), milliseconds((span - quiet) / most)));
    const until = later(from, random.span(least, longest));
    if (until > end) break;
    times.push({ from, until });
    from = until;
  }
  return times;
}

const drawBusyMachines = (context: SpellInput, random: Random): readonly Spell[] =>
  context.things
    .filter(({ kind }) => kind === 'machine' || kind === 'cluster')
    .flatMap(({ kind, project, id }) => {
      const name = kind === 'machine' ? `${project}/${id}` : `${project}/${id}-node`;
      return several(context, random, 5, [minutes(10), hours(3)]).map(
        (time): Spell => ({ kind: 'busy-machines', ...time, name, state: random.pick(busyStates) }),
      );
    });

const quotaIn =
  (random: Random) =>
  (time: Time): Spell => ({
    kind: 'action-quota',
    ...time,
    retryAfter: random.span(minutes(1), hours(3)),
  });

const deafIn =
  ({ routes }: SpellInput, random: Random) =>
  (time: Time): Spell => ({
    kind: 'deaf-routes',
    ...time,
    route: random.chance(0.7) ? 'sns' : (routes.at(-1) ?? 'sns'),
    isAsked: random.chance(0.5),
  });

const keysIn =
  (random: Random) =>
  (time: Time): Spell => {
    const job = random.pick(['watch', 'act'] as const);
    return { kind: 'lost-keys', ...time, job, isThere: job === 'watch' || random.chance(0.5) };
  };

const hangIn =
  ({ projects: [first] }: SpellInput, random: Random) =>
  (time: Time): Spell => {
    const target = first === undefined || random.chance(0.5) ? null : projectTarget(null, first);
    const name = random.pick([
      'listVms',
      'listMachines',
      'monitorVm',
      'listVolumes',
      'getBillingAccount',
    ] as const);
    return { kind: 'hanging-questions', ...time, name: target === null ? name : null, target };
  };

/** Draws damage to the last project, since the first one reports what all have in common. */
function drawDamage(context: SpellInput, random: Random): readonly Spell[] {
  const { start, span, quiet } = context;
  const project = [...context.projects].sort().at(-1);
  const [time] = several(context, random, 1, [minutes(1), hours(1)]);
  if (context.projects.length < 2 || project === undefined || time === undefined) return [];
  const from = later(start, random.span(hours(2), milliseconds(span - quiet)));
  return [{ kind: 'damaged-heads', from, until: later(start, span), target: projectTarget(null, project) }];
}

const fields = ['price', 'state', 'createTime', 'vcpus', 'metadata', 'gpuQuantity'] as const;
const values: readonly [unknown, ...unknown[]] = [null, '', {}, 'NaN', -1_000_000, '-1000000', '1e99', [7]];

const fieldIn =
  ({ vms: [first, ...others], isOldPlatform }: SpellInput, random: Random) =>
  (time: Time): readonly Spell[] => {
    if (first === undefined) return [];
    const { project, id } = random.pick([first, ...others]);
    const named = random.pick(fields);
    const field = !isOldPlatform
      ? named
      : named === 'price'
        ? 'priceHr'
        : named === 'state'
          ? 'vmState'
          : named;
    const value = random.pick(values);
    return [
      {
        kind: 'unreadable-fields',
        ...time,
        target: projectTarget(null, project),
        record: recordOf({ kind: 'vm', project, id }),
        field,
        value: field === 'price' ? { totalPriceHr: value } : value,
      },
    ];
  };

const account = accountTarget(null, BillingAccountId.parse('main'));
const accountFields = [
  'state',
  'paymentTerms',
  'creditBalance',
  'creditBalanceRecharge',
  'hourlySpendRate',
  'hourlySpendLimit',
  'monthlySpend',
] as const;
const thingFields = {
  machine: ['priceHr', 'state', 'powerState', 'createTime', 'gpus', 'commitmentTerm'],
  volume: ['totalPriceHr', 'state', 'sizeGibUsed', 'commitmentEndTime'],
} as const;

/** Draws an unreadable field of the account, of a row of its spend, or of a machine or volume. */
const otherFieldIn =
  ({ things, projects }: SpellInput, random: Random) =>
  (time: Time): Spell => {
    const kind = 'unreadable-fields';
    const value = random.pick(values);
    const ofAccount = { kind, ...time, target: account, value } as const;
    const [first, ...others] = things.flatMap(({ kind, project, id }) =>
      kind === 'machine' || kind === 'volume' ? [{ kind, project, id }] : [],
    );
    const drawn = random.next();
    const [project] = projects;
    if (drawn < 0.2 && project !== undefined)
      return { ...ofAccount, record: `${account}/spend/${project}`, field: 'amount' };
    if (drawn < 0.5 || first === undefined)
      return { ...ofAccount, record: account, field: random.pick(accountFields) };
    const thing = random.pick([first, ...others]);
    const target = projectTarget(null, thing.project);
    return {
      kind,
      ...time,
      target,
      record: recordOf(thing),
      field: random.pick(thingFields[thing.kind]),
      value,
    };
  };
