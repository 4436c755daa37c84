import {
  days,
  hours,
  type Instant,
  instant,
  isoInstant,
  later,
  milliseconds,
  minutes,
  type Span,
  seconds,
} from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { VirtualTime } from '../engine/virtual-time.ts';
import type { Habit, Returns, VmPlan } from '../scenario.ts';
import { type Hands, handsOn } from './hands.ts';
import type { TrueVm } from './true-resource.ts';
import type { World } from './world.ts';

/** The people who own the VMs: they come and go, forget, remember, and interfere. */
export type People = {
  /** Creates the VM, and uses it by its habit from then on. */
  tend(plan: VmPlan): void;
  /** Reacts to a VM that was stopped or deleted. */
  miss(vm: TrueVm): void;
  /** Brings a VM to rest for a time, after which its owner starts it again. */
  interrupt(vm: Pick<VmPlan, 'project' | 'id'>, rests: Span): void;
  /** Interferes with a planned action on a VM. */
  meddle(vm: TrueVm): void;
};

type Life = {
  readonly habit: Habit;
  readonly hands: Hands;
  readonly luck: Random;
  readonly time: VirtualTime;
};

export function createPeople(world: World, time: VirtualTime, random: Random, returns?: Returns): People {
  const lives = new Map<string, Life>();
  const nameOf = ({ project, id }: Pick<VmPlan, 'project' | 'id'>): string => `${project}/${id}`;

  return {
    tend(plan) {
      const luck = random.fork(nameOf(plan));
      const { habit } = plan;
      const life = { habit, hands: handsOn(plan, world, time, luck), luck, time };
      lives.set(nameOf(plan), life);
      life.hands.create();
      habits[plan.habit](life);
    },
    miss(vm) {
      const life = lives.get(nameOf(vm));
      if (life && vm.goneAt !== null) mournIt(life);
      else if (life && returns !== undefined) returnTo(life, returns);
      else if (life && life.habit !== 'abandoned') missIt(life);
    },
    interrupt(vm, rests) {
      const life = lives.get(nameOf(vm));
      life?.hands.stop();
      if (life) time.after(rests, life.hands.start);
    },
    meddle(vm) {
      const life = lives.get(nameOf(vm));
      if (life) meddleWith(life);
    },
  };
}

/** Repeats something at irregular times. */
function every({ luck, time }: Life, from: Span, to: Span, request: () => void): void {
  const again = (): void => {
    request();
    time.after(luck.span(from, to), again);
  };
  time.after(luck.span(from, to), again);
}

function workFor({ hands, time, luck }: Life, from: Span, to: Span): void {
  hands.work();
  time.after(luck.span(from, to), hands.rest);
}

/** Repeats something at one time of each day. */
function eachDay({ luck, time }: Life, request: (day: Instant) => void): void {
  const midnight = instant(Math.floor(time.now() / days(1)) * days(1));
  const first = later(midnight, luck.span(minutes(0), days(1)));
  const from = (at: Instant): void =>
    time.at(at, () => {
      request(at);
      from(later(at, days(1)));
    });
  from(first < time.now() ? later(first, days(1)) : first);
}

const isWeekday = (at: Instant): boolean => ![0, 6].includes(new Date(at).getUTCDay());

const habits: Readonly<Record<Habit, (life: Life) => void>> = {
  forgotten(life) {
    workFor(life, minutes(20), hours(2));
    every(life, hours(5), hours(30), () => workFor(life, minutes(10), hours(1)));
  },
  /** An abandoned VM is never used again. */
  abandoned: () => undefined,
  worker(life) {
    every(life, hours(2), hours(14), () => {
      life.hands.start();
      workFor(life, minutes(30), hours(5));
    });
  },
  blippy(life) {
    every(life, minutes(15), minutes(100), () => workFor(life, minutes(5), minutes(6)));
  },
  restless(life) {
    const { hands, luck } = life;
    every(life, minutes(40), hours(7), () => {
      const requests = [
        hands.restart,
        hands.replace,
        hands.remove,
        hands.create,
        hands.stop,
        hands.start,
        hands.fail,
        hands.work,
        hands.rest,
      ] as const;
      luck.pick(requests)();
    });
  },
  marked(life) {
    habits.forgotten(life);
    every(life, hours(1), hours(9), () => life.hands.mark(life.luck.pick(marksAt(life))));
  },
  busy: () => undefined,
  daily(life) {
    eachDay(life, () => {
      life.hands.start();
      workFor(life, minutes(30), hours(2.5));
    });
  },
  weekdays(life) {
    eachDay(life, (day) => {
      if (!isWeekday(day)) return;
      life.hands.start();
      workFor(life, hours(5), hours(9));
    });
  },
  /** A light job, which only a low limit of use takes for use. */
  light(life) {
    const { hands, luck, time } = life;
    eachDay(life, () => {
      hands.start();
      hands.workLightly();
      time.after(luck.span(hours(1), hours(5)), hands.rest);
    });
  },
  /** A wanted VM does nothing that shows. */
  wanted: () => undefined,
  /** A retired VM had a daily job for some days, and is never used again. */
  retired(life) {
    let left = life.luck.whole(3, 7);
    eachDay(life, () => {
      left -= 1;
      if (left >= 0) workFor(life, minutes(30), hours(2.5));
    });
  },
};

type Marks = Readonly<Record<string, string>>;
const marksAt = ({ time }: Life): readonly [Marks, ...Marks[]] => [
  {},
  { spendwatch: 'keep' },
  { env: 'production' },
  { 'spendwatch-keep-until': isoInstant(later(time.now(), hours(3))) },
  { 'spendwatch-keep-until': 'friday' },
  { owner: 'ann' },
];

function missIt({ hands, luck, time }: Life): void {
  const mood = luck.next();
  // They start it at once, as soon as possible; or later; or never.
  if (mood < 0.25) time.after(luck.span(seconds(80), minutes(4)), hands.start);
  else if (mood < 0.7) time.after(luck.span(minutes(10), hours(9)), hands.start);
  else if (mood < 0.8) {
    // They only fetch something from it.
    const begun = luck.span(minutes(20), hours(3));
    time.after(begun, hands.start);
    time.after(milliseconds(begun + luck.span(minutes(10), hours(2))), hands.stop);
  }
}

/** Starts a stopped VM within a time, or at least an hour after it. */
function returnTo({ hands, luck, time }: Life, { soon, within }: Returns): void {
  const after = luck.chance(soon)
    ? luck.span(minutes(10), milliseconds(within * 0.8))
    : luck.span(milliseconds(within + hours(1)), milliseconds(within + hours(5)));
  time.after(after, hands.start);
}

/** Replaces a deleted VM. */
function mournIt({ hands, luck, time }: Life): void {
  if (luck.chance(0.8)) time.after(luck.span(minutes(20), hours(6)), hands.create);
}

function meddleWith(life: Life): void {
  const { hands, luck, time } = life;
  const requests = [
    hands.restart,
    hands.work,
    hands.replace,
    hands.remove,
    hands.stop,
    () => {
      hands.mark({ spendwatch: 'mine' });
      time.after(luck.span(hours(1), hours(5)), () => hands.mark({}));
    },
  ] as const;
  time.after(luck.span(seconds(0), minutes(3)), luck.pick(requests));
}
