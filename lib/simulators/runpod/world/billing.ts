import { earliest, type Instant, instant, isoInstant } from '../../../model/time/time.ts';
import { type BucketSize, type FamilyName, families } from '../wire/billing.ts';
import { lastCharge } from './account.ts';
import { type Charged, type Charges, chargesIn } from './charges.ts';
import type { State } from './state.ts';
import { type Amount, toUsd } from './tariff.ts';

/** Returns the start of the bucket of an instant, or that of a bucket some buckets later. Weeks begin on Mondays, in UTC. */
export function bucketStart(size: BucketSize, at: Instant, ahead = 0): Instant {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (size) {
    case 'hour':
      return instant(Date.UTC(year, month, day, date.getUTCHours() + ahead));
    case 'day':
      return instant(Date.UTC(year, month, day + ahead));
    case 'week':
      return instant(Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7) + ahead * 7));
    case 'month':
      return instant(Date.UTC(year, month + ahead));
    case 'year':
      return instant(Date.UTC(year + ahead, 0));
  }
}

export type BillingQuery = {
  readonly from: Instant;
  /** The end, exclusive. */
  readonly until: Instant;
  readonly size: BucketSize;
  /** Only what this one was billed; `undefined` for all. */
  readonly id?: string | undefined;
};

type Amounts = Readonly<Record<string, Amount>>;

/** Returns the records of a family in the buckets that a time touches. The bucket of now holds what was charged so far, as the balance does. */
export function billing(state: State, name: FamilyName, { from, until, size, id }: BillingQuery) {
  const { of, parts } = families[name];
  const start = bucketStart(size, from);
  const last = bucketStart(size, until);
  const end = last === until ? until : bucketStart(size, until, 1);
  const records: Record<string, string | number>[] = [];
  const billed = new Set<string>();
  let totals: Amounts = {};
  const charged = lastCharge(state.at);
  for (let at = start; at < end && at <= state.at; ) {
    const next = bucketStart(size, at, 1);
    for (const [which, amounts] of rowsOf(name, chargesIn(state, at, earliest(next, charged)))) {
      if (id !== undefined && which !== id) continue;
      billed.add(which);
      totals = sum(totals, amounts);
      records.push({
        startTime: isoInstant(at),
        endTime: isoInstant(next),
        ...(of && { [of.id]: which }),
        ...inUsd(amounts, parts),
      });
    }
    at = next;
  }
  return {
    records,
    metadata: {
      query: {
        startTime: isoInstant(start),
        endTime: isoInstant(end),
        bucketSize: size,
        ...(of && id !== undefined && { [of.id]: id }),
      },
      recordCount: records.length,
      ...(of && { [of.count]: billed.size }),
      totals: inUsd(totals, parts),
    },
  };
}

/** Names the parts of each family's amounts in the family of all. */
const named = {
  pods: { gpuAmount: 'podGpuAmount', cpuAmount: 'podCpuAmount', diskAmount: 'podDiskAmount' },
  serverless: { gpuAmount: 'serverlessGpuAmount' },
  networkVolumes: {
    standardAmount: 'storageStandardAmount',
    highPerformanceAmount: 'storageHighPerformanceAmount',
  },
  clusters: { gpuAmount: 'clusterGpuAmount', diskAmount: 'clusterDiskAmount' },
} as const satisfies Record<keyof Charges, Readonly<Record<string, string>>>;

function rowsOf(name: FamilyName, charges: Charges): Iterable<readonly [string, Charged]> {
  if (name === 'endpoints') return [];
  if (name !== 'all') return charges[name];
  let all: Amounts = {};
  for (const family of ['pods', 'serverless', 'networkVolumes', 'clusters'] as const)
    for (const charged of charges[family].values()) all = sum(all, renamed(charged, named[family]));
  return Object.keys(all).length === 0 ? [] : [['', all]];
}

const renamed = (charged: Charged, names: Readonly<Record<string, string>>): Amounts =>
  Object.fromEntries(Object.entries(charged).map(([part, amount]) => [names[part] ?? part, amount]));

const sum = (one: Amounts, other: Amounts): Amounts =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((part) => [
      part,
      (one[part] ?? 0n) + (other[part] ?? 0n),
    ]),
  );

function inUsd(amounts: Amounts, parts: readonly string[]): Record<string, number> {
  const total = Object.values(amounts).reduce((all, amount) => all + amount, 0n);
  return Object.fromEntries([
    ['totalAmount', toUsd(total)],
    ...parts.map((part) => [part, toUsd(amounts[part] ?? 0n)] as const),
  ]);
}
