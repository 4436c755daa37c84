import type { ProjectObservation } from '../../../../lib/model/facts/observation.ts';
import type { TargetId } from '../../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../../lib/model/time/intervals.ts';
import type { PeriodUnit } from '../../../../lib/model/time/period.ts';
import { computeSpan, type Instant, instant } from '../../../../lib/model/time/time.ts';
import type { Ledger } from '../../../../lib/record/ledger.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Observer } from '../../observer.ts';
import { isCalm, policyAt } from '../../scenario.ts';
import { readNanos } from '../../world/bill.ts';
import {
  type NanoPrice,
  priceIn,
  showsBirth,
  showsPrice,
  stateOf,
  type TrueResource,
} from '../../world/true-resource.ts';
import { place } from '../../world/wire-form.ts';
import type { BufferedObservation, PollBook, Seen } from '../poll-book.ts';
import type { Case } from '../violation.ts';
import { newTotals, type OpenCharge, type Piece, type Totals } from './account-book.ts';
import { flawIn } from './calendar.ts';

type Book = {
  at: Instant;
  /** The resources last seen, including carried-over ones. */
  seen: ReadonlyMap<string, Seen>;
  burnRate: NanoPrice;
  readonly totals: Totals;
};

/** The resources of a target as last seen, including carried-over ones. */
export type SightBook = { seenIn(target: TargetId): ReadonlyMap<string, Seen> };

/** What open periods of targets came to so far, by what was truly shown. */
export type ChargeBook = { charged(target: TargetId, unit: PeriodUnit): OpenCharge | undefined };

/**
 * Checks invariant 9 in whole numbers: the meters that follow from what the cloud really showed and when, with true
 * prices and creation times.
 */
export function moneyOracle(
  { accuse, scenario, now }: Case,
  buffered: PollBook,
): Observer & SightBook & ChargeBook & { finish(ledger: Ledger): Promise<void> } {
  const books = new Map<TargetId, Book>();
  /** The time since which the price of a detached disk is unknown. */
  const unpricedSince = new WeakMap<TrueResource, Instant>();

  return {
    charged: (target, unit) => books.get(target)?.totals.open(unit),
    seenIn: (target) => books.get(target)?.seen ?? new Map(),
    committed(process, head, before) {
      if (process.job !== 'watch' || head.observation === null || head.observation === before?.observation)
        return;
      if (head.observation.kind === 'group') return;
      const { at } = head.observation;
      const poll = buffered.of(process, head.target);
      const known = books.get(head.target);
      const seen =
        head.observation.kind === 'project'
          ? seenNow(poll, known?.seen ?? new Map(), head.observation)
          : new Map<string, Seen>();
      checkPriced(head, seen);
      const burnRate = poll.account?.burnRate ?? 0n;
      const book = known ?? { at, seen, burnRate, totals: newTotals(at) };
      books.set(head.target, book);
      const { pieces, gap } = known === undefined ? nothing : since(known, { at, seen, head });
      for (const flaw of book.totals.add(pieces, gap, head)) accuse(9, `${head.target}: ${flaw}`);
      checkPeriods(head, before);
      Object.assign(book, { at, seen, burnRate });
    },
    async finish(ledger) {
      for (const target of books.keys())
        for (const flaw of await flawsInSums(ledger, target, now())) accuse(9, `${target}: ${flaw}`);
    },
  };

  /** Checks that the price of a detached disk is read at once or within the hour. */
  function checkPriced({ target, observation }: Head, seen: ReadonlyMap<string, Seen>): void {
    for (const { resource, state, price } of seen.values()) {
      const at = observation?.at ?? now();
      if (!isDetached(resource, state) || price > 0n) unpricedSince.delete(resource);
      else if (!unpricedSince.has(resource)) unpricedSince.set(resource, at);
      const since = unpricedSince.get(resource) ?? at;
      if (isCalm(scenario) && computeSpan(since, at) > defaultIntervals.storageEvery + scenario.poll)
        accuse(9, `${target}/disk/${resource.id} is attached to nothing, and its price is not asked for`);
    }
  }

  /** Checks that periods are those of the calendar, and follow each other without a gap. */
  function checkPeriods(head: Head, before: Head | undefined): void {
    const zone = policyAt(scenario, now()).timezone;
    for (const meter of head.pendingWrites.meters) {
      const flaw = flawIn(meter.period, zone);
      if (flaw !== null) accuse(9, `${head.target}: ${flaw}`);
    }
    for (const unit of ['hour', 'day', 'month'] as const) {
      const current = head.meters?.[unit];
      if (current === undefined) continue;
      const chain = [...head.pendingWrites.meters.filter(({ period }) => period.unit === unit), current];
      let edge = before?.meters?.[unit].period.from ?? current.period.from;
      for (const { period } of chain) {
        if (period.from !== edge)
          accuse(
            9,
            `${head.target}: a ${unit} begins at ${period.from}, and the one before it ended at ${edge}`,
          );
        edge = period.until;
      }
    }
  }
}

/** Returns the differences between hours and the days they sum to, and between days and months. */
async function flawsInSums(ledger: Ledger, target: TargetId, until: Instant): Promise<readonly string[]> {
  const read = (unit: PeriodUnit) => ledger.meters(target, unit, instant(0), until);
  const [ofHours, ofDays, ofMonths] = await Promise.all([read('hour'), read('day'), read('month')]);
  const flaws: string[] = [];
  for (const [wholes, parts] of [
    [ofDays, ofHours],
    [ofMonths, ofDays],
  ] as const) {
    for (const { period, charge } of wholes) {
      const within = parts.filter(
        (part) => part.period.from >= period.from && part.period.until <= period.until,
      );
      const sum = within.reduce((total, part) => total + readNanos(part.charge.toFixed()), 0n);
      if (sum !== readNanos(charge.toFixed()))
        flaws.push(`what is in the ${period.unit} of ${period.from} sums to ${sum}, not ${charge.toFixed()}`);
    }
  }
  return flaws;
}

const nothing = { pieces: [], gap: null } as const;

const keyOf = ({ kind, id }: TrueResource): string => `${kind}/${id}`;

function seenNow(
  poll: BufferedObservation,
  before: ReadonlyMap<string, Seen>,
  { at, diskGibPrices }: ProjectObservation,
): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>();
  const add = (one: Omit<Seen, 'price'>): void => {
    const price = shownPrice(one, diskGibPrices);
    seen.set(keyOf(one.resource), { ...one, price });
  };
  for (const kind of ['vm', 'machine', 'volume', 'cluster', 'disk', 'image', 'bucket'] as const) {
    const list = poll.lists[kind];
    const isAnswered = list !== undefined && !list.failed;
    if (isAnswered)
      for (const resource of list.shown) add({ resource, seenAt: at, state: stateOf(resource, list.at) });
    if (isAnswered && list.isWhole) continue;
    const absent = new Set(list?.absent);
    for (const [key, known] of before)
      if (known.resource.kind === kind && !seen.has(key) && !absent.has(known.resource.id)) add(known);
  }
  return seen;
}

type Now = { readonly at: Instant; readonly seen: ReadonlyMap<string, Seen>; readonly head: Head };

function since(
  last: Book,
  { at, seen, head }: Now,
): { readonly pieces: readonly Piece[]; readonly gap: Piece | null } {
  const carry = defaultIntervals.carryPrice;
  if (head.observation?.kind === 'account') {
    const until = Math.min(at, last.at + carry);
    return {
      pieces: [{ price: last.burnRate, from: last.at, until }],
      gap: { price: 0n, from: until, until: at },
    };
  }
  const pieces: Piece[] = [];
  let covered: number = at;
  for (const [key, { resource, seenAt, price }] of last.seen) {
    const held = Math.min(at, Math.max(last.at, seenAt + carry));
    covered = Math.min(covered, held);
    const after = seen.get(key)?.resource;
    const until =
      after !== undefined && isAnother(resource, after) ? Math.min(held, born(after, last.at, at)) : held;
    pieces.push({ price, from: Math.max(last.at, birthOf(resource)), until });
  }
  for (const [key, { resource, price }] of seen) {
    const before = last.seen.get(key)?.resource;
    if (before !== undefined && !isAnother(before, resource)) continue;
    pieces.push({ price, from: born(resource, last.at, at), until: at });
  }
  return { pieces, gap: { price: 0n, from: covered, until: at } };
}

/**
 * Returns the price that is charged over time: for a disk, while it is detached and the price in its data center is
 * known. The rest is reported.
 */
function shownPrice(
  { resource, state }: Pick<Seen, 'resource' | 'state'>,
  gibPrices: ProjectObservation['diskGibPrices'],
): NanoPrice {
  if (isDetached(resource, state)) return gibPrices[place] === undefined ? 0n : resource.price;
  return showsPrice(resource) ? priceIn(resource, state) : 0n;
}

const isDetached = (resource: TrueResource, state: string): boolean =>
  resource.kind === 'disk' && resource.isPlaced && state === 'READY';

/**
 * Reports whether a resource replaced another; a volume or a bucket shows no creation time, so its replacement looks
 * the same.
 */
const isAnother = (before: TrueResource, after: TrueResource): boolean =>
  after !== before && showsBirth(after);
const birthOf = (resource: TrueResource): number => (showsBirth(resource) ? resource.createdAt : 0);
const born = (resource: TrueResource, from: number, until: number): number =>
  Math.min(until, Math.max(from, showsBirth(resource) ? resource.createdAt : until));
