import type { Observation } from '../model/facts/observation.ts';
import type { Push } from '../model/facts/push.ts';
import type { UsageSamples } from '../model/facts/usage.ts';
import type { TargetId } from '../model/ids.ts';
import type { Rollup } from '../model/money/meter.ts';
import { concerns, wholeFleet } from '../model/shard.ts';
import type { PeriodUnit } from '../model/time/period.ts';
import type { Instant } from '../model/time/time.ts';
import { compareText } from '../model/words.ts';
import { type BlindNote, firstControl } from '../state/control.ts';
import type { FleetUse } from '../state/fleet-use.ts';
import { type Head, unreadableHead } from '../state/head.ts';
import type { JournalEntry } from '../state/journal.ts';
import type { LinkUse } from '../state/override.ts';
import { withEarlierNames } from './earlier-names.ts';
import { type HistoryKind, journalKey, noteKey, pushKey, pushRange } from './keys.ts';
import {
  type CommitResult,
  inForce,
  type Ledger,
  nextState,
  type StoredOverride,
  UnreadableError,
} from './ledger.ts';
import { firstKept } from './retention.ts';
import { storePush } from './store-push.ts';

/** A ledger in memory, whose heads tests can damage. */
export type MemoryLedger = Ledger & {
  /** Makes a head unreadable until another one replaces it. */
  damage(target: TargetId): void;
};

const damage = 'it is damaged';

/** Creates a ledger that exists as long as its process. It stores values without copying them, because none is mutated. */
export function memoryLedger(): MemoryLedger {
  const heads = new Map<TargetId, Head>();
  const damaged = new Set<TargetId>();
  const histories = new Map<TargetId, TargetHistory>();
  const uses = new Map<TargetId, FleetUse>();
  const overrides = new Map<string, StoredOverride>();
  const linkUses = new Map<string, LinkUse>();
  const notes = new Map<string, BlindNote>();
  const pushes = new Map<string, Push>();
  let control = firstControl;
  const ensureHistory = (target: TargetId): TargetHistory => {
    const known = histories.get(target);
    if (known) return known;
    const history = targetHistory(target);
    histories.set(target, history);
    return history;
  };
  const putState = (state: StoredOverride): CommitResult => {
    if (state.seq - 1 !== (overrides.get(state.id)?.seq ?? 0)) return 'lost';
    overrides.set(state.id, state);
    return 'committed';
  };
  return withEarlierNames<MemoryLedger>({
    damage: (target) => void damaged.add(target),
    heads: async (shard = wholeFleet) =>
      [...heads.values()]
        .filter(({ target }) => concerns(shard, target))
        .map((head) => (damaged.has(head.target) ? unreadableHead(head.target, damage) : head)),
    head: async (target) => {
      if (damaged.has(target))
        throw new UnreadableError(`the head of ${target} is damaged`, { because: damage });
      return heads.get(target);
    },
    setAside: async (target) => (damaged.has(target) ? (heads.get(target)?.seq ?? null) : null),
    commit: async (head) => {
      if (head.seq - 1 !== (heads.get(head.target)?.seq ?? 0)) return 'lost';
      heads.set(head.target, head);
      damaged.delete(head.target);
      return 'committed';
    },
    record: async ({ target, observations, sampling, use, meters, journal }) => {
      const history = ensureHistory(target);
      for (const observation of observations) history.seen.put(observation);
      if (sampling !== null) history.use.put(sampling);
      if (use !== undefined) uses.set(target, use);
      for (const meter of meters) history[meter.period.unit].put(meter);
      for (const entry of journal) history.journal.put(entry);
    },
    observations: async (target, from, until) => ensureHistory(target).seen.between(from, until),
    samplings: async (target, from, until) => ensureHistory(target).use.between(from, until),
    use: async (target) => uses.get(target) ?? null,
    meters: async (target, unit, from, until) => ensureHistory(target)[unit].between(from, until),
    journal: async (target, from, until) => ensureHistory(target).journal.between(from, until),
    overrides: async (now) =>
      inForce(
        [...overrides.values()].flatMap(({ override }) => override ?? []),
        now,
      ),
    override: async (id) => overrides.get(id),
    putOverride: async (override, before) => putState(nextState(override.id, override, before)),
    withdraw: async (before) => putState(nextState(before.id, null, before)),
    useLink: async (use) => {
      if (use.seq - 1 !== (linkUses.get(use.id)?.seq ?? 0)) return 'lost';
      linkUses.set(use.id, use);
      return 'committed';
    },
    linkUse: async (id) => linkUses.get(id),
    note: async (note) => void notes.set(noteKey(note).sk, note),
    noted: async () =>
      [...notes].toSorted(([left], [right]) => compareText(left, right)).map(([, note]) => note),
    push: (push) =>
      storePush(push, async (lane) => {
        const { sk } = pushKey(push, lane);
        if (!pushes.has(sk)) pushes.set(sk, push);
        return pushes.get(sk);
      }),
    pushes: async (from, until) => {
      const { first, last } = pushRange(from, until);
      const matches = [...pushes].filter(([key]) => first <= key && key <= last);
      return matches.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, push]) => push);
    },
    control: async () => control,
    commitControl: async (next) => {
      if (next.seq - 1 !== control.seq) return 'lost';
      control = next;
      return 'committed';
    },
  });
}

type TargetHistory = {
  readonly seen: Timeline<Observation>;
  readonly use: Timeline<UsageSamples>;
  readonly journal: Timeline<JournalEntry>;
} & Readonly<Record<PeriodUnit, Timeline<Rollup>>>;

function targetHistory(target: TargetId): TargetHistory {
  const oneAMoment = () => '';
  const meters = { at: (meter: Rollup) => meter.period.from, name: oneAMoment };
  return {
    seen: timeline('observed', { at: (observation) => observation.at, name: oneAMoment }),
    use: timeline('use', { at: (sampling) => sampling.at, name: oneAMoment }),
    hour: timeline('hour', meters),
    day: timeline('day', meters),
    month: timeline('month', meters),
    journal: timeline('log', { at: (entry) => entry.at, name: (entry) => journalKey(target, entry).sk }),
  };
}

/** Values ordered by time; those of the same instant by name. */
type Timeline<T> = {
  /** Adds a value, which replaces one of the same instant and name. */
  put(value: T): void;
  /** Returns the values of `[from, until)` that have not expired by `until`. */
  between(from: Instant, until: Instant): readonly T[];
};

type Naming<T> = { readonly at: (value: T) => Instant; readonly name: (value: T) => string };

/** Creates a timeline. Names are sort keys, and are ordered as in a table. */
function timeline<T>(kind: HistoryKind, { at, name }: Naming<T>): Timeline<T> {
  const values: T[] = [];
  /** Returns the number of values before an instant. */
  const countEarlier = (moment: Instant): number => {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const value = values[middle];
      if (value !== undefined && at(value) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    put(value) {
      const moment = at(value);
      let place = countEarlier(moment);
      for (let known = values[place]; known !== undefined && at(known) === moment; known = values[place]) {
        const order = compareKeys(name(known), name(value));
        if (order >= 0) {
          values.splice(place, order === 0 ? 1 : 0, value);
          return;
        }
        place += 1;
      }
      values.splice(place, 0, value);
    },
    between: (from, until) => values.slice(countEarlier(firstKept(kind, from, until)), countEarlier(until)),
  };
}

/** Compares keys by their bytes, as DynamoDB does; JavaScript compares UTF-16 code units. */
const compareKeys = (left: string, right: string): number =>
  left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));
