import type { MachineDay } from './traces.ts';
import { slotsADay } from './traces.ts';

/** A stretch of a machine's life to replay a rule over. */
export type Run = {
  readonly vm: string;
  readonly cpu: readonly number[];
  /** From this slot on nothing is stitched: it and all after it were measured one after another. */
  readonly realFrom: number;
  /** From this slot on the rule is listened to; before it is only what the rule may look back on. */
  readonly countFrom: number;
};

export type View = {
  readonly name: string;
  readonly says: string;
  /** The longest window that is filled when counting begins, in slots. */
  readonly longestWindow: number;
  readonly runs: readonly Run[];
};

/** How many days of one machine are laid end to end to fill the windows of a week. */
const week = 7;

/** The past may be stitched, and is so only for the windows of a week; the future never is. */
export function viewsOf(days: readonly MachineDay[]): readonly View[] {
  const lives = livesOf(days);
  return [
    {
      name: 'day',
      says: 'each machine-day by itself; the rule may look back on the morning and is listened to from noon',
      longestWindow: slotsADay / 2,
      runs: days.map(({ vm, cpu }) => ({ vm, cpu, realFrom: 0, countFrom: slotsADay / 2 })),
    },
    {
      name: 'two days',
      says: 'machines measured on two days running; listened to on the second',
      longestWindow: slotsADay,
      runs: lives.flatMap((life) => life.flatMap((day, index) => pairOf(life[index - 1], day))),
    },
    {
      name: 'week',
      says: `machines with more than ${week} days; the ${week} before are laid end to end, though weeks lie between some; listened to on the last`,
      longestWindow: week * slotsADay,
      runs: lives.flatMap((life) =>
        life.slice(week).map((day, index) => {
          const cpu = [...life.slice(index, index + week), day].flatMap((each) => each.cpu);
          return { vm: day.vm, cpu, realFrom: week * slotsADay, countFrom: week * slotsADay };
        }),
      ),
    },
  ];
}

/** The days of each machine, in order. */
function livesOf(days: readonly MachineDay[]): readonly (readonly MachineDay[])[] {
  const lives = new Map<string, MachineDay[]>();
  for (const day of [...days].sort((left, right) => Number(left.date) - Number(right.date))) {
    const life = lives.get(day.vm);
    if (life) life.push(day);
    else lives.set(day.vm, [day]);
  }
  return [...lives.values()];
}

function pairOf(before: MachineDay | undefined, day: MachineDay): Run[] {
  if (before === undefined || dayNumber(day) - dayNumber(before) !== 1) return [];
  return [{ vm: day.vm, cpu: [...before.cpu, ...day.cpu], realFrom: 0, countFrom: slotsADay }];
}

const dayNumber = ({ date }: MachineDay): number =>
  Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`) / 86_400_000;
