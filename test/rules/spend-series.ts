import { type Random, seededRandom } from '../simulation/engine/seeded-random.ts';

/** Dollars an hour, hour by hour. */
export type Series = readonly number[];

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
const upTo = (random: Random, least: number, most: number): number => least + (most - least) * random.next();
const hourly = (hours: number, at: (hour: number) => number): number[] =>
  Array.from({ length: hours }, (_, hour) => at(hour));

/** Ways in which teams spend: each makes a series of so many hours, from 2 to 10 USD an hour at first. */
export const waysToSpend: Readonly<Record<string, (random: Random, hours: number) => Series>> = {
  'always the same': (random, hours) => {
    const base = upTo(random, 2, 10);
    return hourly(hours, () => base);
  },
  'noisy days': (random, hours) => {
    const base = upTo(random, 2, 10);
    let day = 1;
    return hourly(hours, (hour) => {
      if (hour % 24 === 0) day = Math.max(0.2, 1 + 0.2 * normal(random));
      return base * Math.max(0.05, day + 0.1 * normal(random));
    });
  },
  'working hours': (random, hours) => {
    const base = upTo(random, 2, 10);
    const factor = upTo(random, 2, 5);
    return hourly(hours, (hour) => {
      const isWork = Math.floor(hour / 24) % 7 < 5 && hour % 24 >= 8 && hour % 24 < 18;
      return base * (isWork ? factor : 1) * (1 + 0.05 * normal(random));
    });
  },
  'steady growth': (random, hours) => {
    const base = upTo(random, 2, 10);
    const aDay = upTo(random, 1.005, 1.02);
    return hourly(hours, (hour) => base * aDay ** Math.floor(hour / 24) * (1 + 0.05 * normal(random)));
  },
  'a level that wanders': (random, hours) => {
    let level = upTo(random, 2, 10);
    return hourly(hours, (hour) => {
      if (hour % 24 === 0) level *= Math.exp(0.06 * normal(random));
      return level;
    });
  },
  'steps, one in twelve days': (random, hours) => {
    let level = upTo(random, 2, 10);
    return hourly(hours, (hour) => {
      if (hour % 24 === 0 && random.chance(1 / 12)) level *= upTo(random, 0.6, 1.5);
      return level;
    });
  },
  'machines that come and go': (random, hours) => {
    const living = () => ({ price: upTo(random, 0.2, 1.2), left: -Math.log(1 - random.next()) * 6 * 24 });
    let machines = Array.from({ length: 6 }, living);
    return hourly(hours, () => {
      if (random.chance(1 / 24)) machines.push(living());
      machines = machines
        .map(({ price, left }) => ({ price, left: left - 1 }))
        .filter(({ left }) => left > 0);
      return machines.reduce((total, { price }) => total + price, 0.5);
    });
  },
};

/** One series of each way for each seed. */
export const seriesOf = (way: string, seed: number, hours: number): Series =>
  waysToSpend[way]?.(seededRandom(seed).fork(way), hours) ?? [];
