import { crc32 } from 'node:zlib';
import { selectTags } from '../../../lib/meter/attribute.ts';
import type { Resource } from '../../../lib/model/facts/resource.ts';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { type UseHistory, type UseSpell, usualMeaning } from '../../../lib/model/facts/use-history.ts';
import { VmId } from '../../../lib/model/ids.ts';
import { withoutShares } from '../../../lib/model/money/meter.ts';
import { addCharges, charge, hourlyPrice, money, noCharge } from '../../../lib/model/money/money.ts';
import { type Share, sumOfShares } from '../../../lib/model/money/share.ts';
import { findPeriod, type PeriodUnit } from '../../../lib/model/time/period.ts';
import {
  earlier,
  hours,
  type Instant,
  instant,
  later,
  milliseconds,
  seconds,
} from '../../../lib/model/time/time.ts';
import { computeDigest } from '../../../lib/record/keys.ts';
import { type FleetUse, useReach } from '../../../lib/state/fleet-use.ts';
import type { Head } from '../../../lib/state/head.ts';
import { aMeter } from './meter-builders.ts';
import { aHead, anObservation, aVm, noon } from './observation-builders.ts';

const sizes = [
  { vcpus: 2, price: '0.0412' },
  { vcpus: 8, price: '0.5213' },
  { vcpus: 16, price: '1.225' },
  { vcpus: 12, price: '3.1875', gpus: 1, gpuModel: 'NVIDIA H100' },
];
const owners = ['ann', 'bob', 'cem', 'dee'];

/** Returns the same numbers in every run, spread evenly from 0 to below 1. */
export const evenly = (index: number): number => (index * 0.618_033_988_749_895) % 1;

/** Returns the same numbers in every run too, but without a compressible order. */
const anyShare = (index: number): number =>
  Number.parseInt(computeDigest(`share ${index}`).slice(0, 8), 16) / 2 ** 32;

function pick<T>(from: readonly T[], share: number): T {
  const picked = from[Math.floor(share * from.length)];
  if (picked === undefined) throw new RangeError('there is nothing to pick from');
  return picked;
}

/** Returns VMs of four sizes and as many owners, created at any second of the last 90 days; some are stopped. */
export const aFleet = (count: number, idOf = shortId): Resource[] =>
  Array.from({ length: count }, (_, index) =>
    aVm({
      ...pick(sizes, evenly(index)),
      id: idOf(index),
      ...(evenly(index + 7) < 0.1 && { state: 'STOPPED', activity: 'stopped' }),
      createdAt: earlier(noon, seconds(Math.floor(anyShare(index) * 90 * 86_400))),
      metadata: { owner: pick(owners, evenly(index * 5)) },
    }),
  );

export const shortId = (index: number): string => `vm-${String(index).padStart(3, '0')}`;

/** Returns an id such as "3f2c9d1e-…": as long as a UUID, and as hard to compress. */
export const longId = (index: number): string =>
  computeDigest(`vm ${index}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** Returns four weeks of use for VMs with a daily job, each at its own hour. */
export function aFleetUse(count: number): FleetUse {
  const since = earlier(noon, useReach);
  /** Eight spells a day, none of a usual length, as they would take few bytes. */
  const lengthOf = (vm: number, nth: number) => 1 + (crc32(`${vm} ${nth}`) % 34);
  const historyOf = (vm: number): UseHistory => {
    let until = since;
    const spells = Array.from({ length: 224 }, (_, nth): UseSpell => {
      until = later(until, milliseconds(lengthOf(vm, nth) * usageSlot));
      return { use: nth % 2 === 0 ? 'quiet' : 'used', until };
    });
    return { since, spells: [...spells, { use: 'quiet', until: noon }] };
  };
  const vms = Array.from({ length: count }, (_, vm) => [VmId.parse(longId(vm)), historyOf(vm)] as const);
  return { until: noon, meaning: usualMeaning, of: new Map(vms) };
}

/** Returns the cost by owner and kind of VM; each resource ran for one of the times. */
function sharesOf(resources: readonly Resource[], spans: readonly number[]): Share[] {
  const shares = new Map<string, Share>();
  for (const [index, resource] of resources.entries()) {
    const tags = selectTags(resource, ['team', 'owner', 'env']);
    const content = JSON.stringify(tags);
    const known = shares.get(content)?.charge ?? noCharge;
    const span = milliseconds(pick(spans, evenly(index)));
    const part = resource.price === null ? noCharge : charge(resource.price.running, span);
    shares.set(content, { tags, charge: addCharges(known, part) });
  }
  return [...shares.values()];
}

/** Returns the head of a project in the middle of a month, with open meters, closed hours and reported spend. */
export function aHeadOf(resources: Resource[], at: Instant = noon): Head {
  const asked = { vms: at, machines: at, volumes: earlier(at, hours(1)), spend: earlier(at, hours(1)) };
  const month = findPeriod('month', at, 'UTC');
  const meter = (unit: PeriodUnit, spans: readonly number[]) => {
    const shares = sharesOf(resources, spans);
    return aMeter(unit, at, { charge: sumOfShares(shares), shares });
  };
  return aHead({
    seq: 4_711,
    observation: anObservation({ at, account: null, seen: ['vms', 'machines'], resources }),
    askedAt: asked,
    seenAt: asked,
    meters: {
      hour: meter('hour', [1_234_567]),
      day: meter('day', [44_434_567, 43_834_123]),
      month: meter('month', [1_740_034_567, 1_539_434_123, 1_111_222_333]),
    },
    closedHours: [3, 2, 1].map((hoursAgo) =>
      withoutShares(
        aMeter('hour', earlier(at, hours(hoursAgo)), {
          charge: charge(hourlyPrice(`61.37${hoursAgo}`), milliseconds(3_612_345)),
        }),
      ),
    ),
    report: {
      spend: { amount: money('31245.5678'), from: month.from, until: instant(earlier(at, hours(1))) },
      accruedSince: charge(hourlyPrice('61.3724'), milliseconds(3_598_765)),
    },
  });
}
