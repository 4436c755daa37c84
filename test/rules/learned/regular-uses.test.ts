import { expect, it } from 'vitest';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import {
  buildUseStretches,
  type UsePoint,
  usualMeaning,
  withUse,
} from '../../../lib/model/facts/use-history.ts';
import { hours, instant, later, milliseconds } from '../../../lib/model/time/time.ts';
import { computeCpuLoad } from '../../../lib/rules/idle/learned/load.ts';
import { computeStopRisk } from '../../../lib/rules/idle/learned/risk.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { sampleOf } from '../../support/tier.ts';

const aDay = 288;
const daysTold = 35;

/** Signs of use, and a slot without samples; each is a point beside quiet CPU. */
const signs = {
  cpu: { cpu: 60 },
  network: { network: 1e6 },
  disk: { disk: 1e7 },
  gpu: { gpu: { known: 1, busiest: 50, memory: null } },
  login: { logins: 1 },
  'nothing, as its samples are missing then': null,
} as const;
type Sign = keyof typeof signs;

/** A generator of numbers from 0 to 1 that is the same in each run. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the first slots of an hour's use each day, spread about an hour, and late by up to four hours on some days. */
function usesOf(
  hour: number,
  spread: number,
  lateDays: (day: number) => boolean,
  random: () => number,
): number[] {
  return Array.from({ length: daysTold }, (_, day) => {
    const late = lateDays(day) ? random() * 240 : 0;
    return Math.max(0, Math.round(day * aDay + (hour * 60 + (random() * 2 - 1) * spread + late) / 5));
  });
}

/** Returns how often the rule finds the VM idle, and how often within eight hours before its next use. */
function looks(sign: Sign, starts: readonly number[], from: number) {
  const isUsed = new Set(starts.flatMap((start) => Array.from({ length: 12 }, (_, index) => start + index)));
  const gpus = sign === 'gpu' ? 1 : 0;
  const quiet = {
    cpu: 3,
    network: 0,
    disk: 0,
    ...(gpus > 0 && { gpu: { known: 1, busiest: 0, memory: null } }),
  };
  const points = Array.from({ length: daysTold * aDay }, (_, slot): UsePoint[] => {
    const told = isUsed.has(slot) ? signs[sign] : {};
    const logins = sign === 'login' ? { logins: 0 } : {};
    return told === null ? [] : [{ at: endOf(slot), ...quiet, ...logins, ...told }];
  }).flat();
  const had = { ...(gpus > 0 && { gpus: noon }), ...(sign === 'login' && { logins: noon }) };
  const history = withUse(null, points, { meaning: usualMeaning, gpus, until: endOf(daysTold * aDay - 1) });
  const stretches = history === null ? [] : buildUseStretches(history, had);
  const found = { idle: 0, wrong: 0 };
  for (let slot = Math.max(from, 1) * aDay - 1; slot < (daysTold - 1) * aDay; slot += 7) {
    if (isUsed.has(slot)) continue;
    const recent = points.slice(Math.max(0, slot - 60), slot + 1);
    const estimate = computeStopRisk(
      stretches,
      endOf(slot),
      hours(8),
      computeCpuLoad(recent, endOf(slot), usualMeaning.cpu),
    );
    if (estimate === null || estimate.risk > 0.05) continue;
    found.idle += 1;
    if (starts.some((start) => start > slot && start <= slot + 96)) found.wrong += 1;
  }
  return found;
}
const endOf = (slot: number) => later(instant(noon), milliseconds((slot + 1) * usageSlot));

const table = (Object.keys(signs) as Sign[]).flatMap((sign, index) =>
  [10, 30, 60, 90].map((spread): [Sign, number, number] => [sign, (5 * index + spread / 10) % 24, spread]),
);

it.each(sampleOf(table))(
  'a VM that is used for an hour a day is not idle before it: by %s, at %i:00 ± %i min',
  (...row) => {
    const [sign, hour, spread] = row;
    const found = looks(
      sign,
      usesOf(hour, spread, () => false, drawing(hour)),
      1,
    );
    expect(found).toMatchObject({ wrong: 0 });
    expect(found.idle).toBeGreaterThan(100);
  },
);

it.each(sampleOf(table.filter(([sign]) => signs[sign] !== null)))(
  'a VM is not idle while its daily use is late by up to four hours: by %s, at %i:00 ± %i min',
  (sign, hour, spread) => {
    const lastWeek = (day: number) => day >= 28;
    expect(looks(sign, usesOf(hour, spread, lastWeek, drawing(hour + 1)), 28)).toMatchObject({ wrong: 0 });
    const atTimes = (day: number) => day % 7 === 3;
    expect(looks(sign, usesOf(hour, spread, atTimes, drawing(hour + 2)), 1)).toMatchObject({ wrong: 0 });
  },
);
