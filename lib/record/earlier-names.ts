import type { TargetId } from '../model/ids.ts';
import { isReportedOnly, type Rollup } from '../model/money/meter.ts';
import { wholeFleet } from '../model/shard.ts';
import type { Instant } from '../model/time/time.ts';
import { currentHeads } from '../state/current-heads.ts';
import type { EarlierNames, Head } from '../state/head.ts';
import { renamedOverrides } from '../state/renamed-overrides.ts';
import type { Ledger } from './ledger.ts';
import { inOrder } from './rollup-item.ts';

/**
 * Returns a ledger in which a target whose connection was renamed has one head and one history: heads with a successor are
 * left out, history under former names is included, and overrides under a former name apply. Former names are known only
 * from heads that were read, which every user of the ledger reads first.
 */
export function withEarlierNames<Opened extends Ledger>(ledger: Opened): Opened {
  const known = new Map<TargetId, EarlierNames>();
  let reading: Promise<unknown> = Promise.resolve();

  const noted = (head: Head): Head => {
    if (head.earlier === undefined) known.delete(head.target);
    else known.set(head.target, head.earlier);
    return head;
  };

  /** Reads history under all names of a target, oldest name first. If an entry exists twice, the last one counts. */
  async function read<T>(
    target: TargetId,
    readOf: (name: TargetId) => Promise<readonly T[]>,
    { isOf, keyOf }: Kind<T>,
  ): Promise<readonly T[]> {
    const earlier = known.get(target);
    if (earlier === undefined) return readOf(target);
    const parts = await Promise.all([
      ...earlier.names.map(async ({ target: name, from, until }) =>
        (await readOf(name)).filter((value) => isOf(value, from, until)),
      ),
      readOf(target).then((own) => own.filter((value) => isOf(value, earlier.from, null))),
    ]);
    return [...new Map(parts.flat().map((value) => [keyOf(value), value])).values()];
  }

  return {
    ...ledger,
    heads: async (shard = wholeFleet) => {
      const stored = ledger.heads(shard);
      reading = stored.catch(() => undefined);
      const heads = await stored;
      for (const head of heads) noted(head);
      return currentHeads(heads, shard.count === 1);
    },
    head: async (target) => {
      const head = await ledger.head(target);
      return head && noted(head);
    },
    observations: async (target, from, until) =>
      inTime(await read(target, (name) => ledger.observations(name, from, until), ofMoments)),
    samplings: async (target, from, until) =>
      inTime(await read(target, (name) => ledger.samplings(name, from, until), ofMoments)),
    journal: async (target, from, until) =>
      inTime(
        await read(target, (name) => ledger.journal(name, from, until), {
          ...ofMoments,
          keyOf: ({ at, id }) => `${at} ${id}`,
        }),
      ),
    meters: async (target, unit, from, until) =>
      inOrder(await read(target, (name) => ledger.meters(name, unit, from, until), ofPeriods)),
    use: async (target) => {
      const names = known.get(target)?.names ?? [];
      for (const name of [target, ...names.map((one) => one.target).toReversed()]) {
        const use = await ledger.use(name);
        if (use !== null) return use;
      }
      return null;
    },
    overrides: async (now) => {
      const [overrides] = await Promise.all([ledger.overrides(now), reading]);
      return renamedOverrides(
        overrides,
        [...known].map(([target, earlier]) => ({ target, earlier })),
      );
    },
  };
}

/** A kind of history: whether an entry belongs to a time, whose end may be `null`, and the key of an entry. */
type Kind<T> = {
  readonly isOf: (value: T, from: Instant, until: Instant | null) => boolean;
  readonly keyOf: (value: T) => number | string;
};

type Momentary = { readonly at: Instant };
const ofMoments: Kind<Momentary> = {
  isOf: ({ at }, from, until) => from <= at && (until === null || at < until),
  keyOf: ({ at }) => at,
};

/** A closed period is stored under the name that the target had at its end. Reported periods are written only once. */
const ofPeriods: Kind<Rollup> = {
  isOf: (rollup, from, until) =>
    isReportedOnly(rollup) ||
    (from < rollup.period.until && (until === null || rollup.period.until <= until)),
  keyOf: ({ period }) => period.from,
};

const inTime = <T extends Momentary>(values: readonly T[]): readonly T[] =>
  values.toSorted((left, right) => left.at - right.at);
