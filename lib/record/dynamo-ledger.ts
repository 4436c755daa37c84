import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { TargetId } from '../model/ids.ts';
import { isReportedOnly } from '../model/money/meter.ts';
import { concerns, wholeFleet } from '../model/shard.ts';
import { earliest, type Instant, later } from '../model/time/time.ts';
import { firstControl } from '../state/control.ts';
import { unreadableHead, writtenWithin } from '../state/head.ts';
import {
  controlItem,
  journalItem,
  linkUseItem,
  noteItem,
  pushItem,
  readBlindNote,
  readControl,
  readJournalEntry,
  readLinkUse,
  readPush,
} from './clear-item.ts';
import { withEarlierNames } from './earlier-names.ts';
import { headStore, readTargetId } from './head-store.ts';
import { type Item, ifReadable, readTextAttribute } from './item.ts';
import { itemStore } from './item-store.ts';
import {
  controlKey,
  fleetUseRange,
  type HistoryKind,
  headRanges,
  historyRange,
  lastMoment,
  linkUseKey,
  noteRange,
  pastRange,
  pushKey,
  pushRange,
} from './keys.ts';
import { type History, type Ledger, type LedgerError, UnreadableError } from './ledger.ts';
import { overrideStore } from './override-store.ts';
import { firstKept } from './retention.ts';
import { inOrder, pastItems, readRollupItem, rollupItem } from './rollup-item.ts';
import {
  fleetUseItems,
  readFleetUse,
  readObservations,
  readUsageSamples,
  sampleItems,
  samplingItems,
} from './sample-item.ts';
import { storePush } from './store-push.ts';

export type DynamoLedgerOptions = {
  readonly client: DynamoDBClient;
  readonly table: string;
  /** Called for each unreadable item that `heads` and `samplings` leave out, so that other targets are not affected. */
  readonly onUnreadable?: (error: LedgerError) => void;
};

/**
 * Opens the ledger in a table of DynamoDB, or of another server with its protocol.
 *
 * Heads, overrides and the control record are read consistently, because a delivery or claim that was just recorded must not
 * be repeated. History is read with eventual consistency at half the price: the newest observations are in the head, and a
 * missing sample never makes a VM idle.
 */
export function dynamoLedger({ client, table, onUnreadable }: DynamoLedgerOptions): Ledger {
  const items = itemStore(client, table);
  const heads = headStore(items);

  const openReadable = async (item: Item) => {
    try {
      return await heads.open(item);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      onUnreadable?.(error);
      return unreadableHead(readTargetId(item), error.because);
    }
  };

  const history = async (target: TargetId, kind: HistoryKind, from: Instant, until: Instant) => {
    const range = historyRange(target, kind, firstKept(kind, from, until), until);
    return range === null ? [] : items.query(range, 'settled');
  };

  return withEarlierNames({
    heads: async (shard = wholeFleet) => {
      const pages = await Promise.all(headRanges(shard).map((range) => items.query(range, 'newest')));
      const ours = pages.flat().filter((item) => shard.count === 1 || concerns(shard, readTargetId(item)));
      const opened = await Promise.all(ours.map(openReadable));
      return opened.filter((head) => head !== undefined);
    },
    head: (target) => heads.get(target),
    setAside: (target) => heads.setAside(target),
    commit: (head) => heads.commit(head),
    record: (written) => items.putAll(historyItems(written)),
    observations: async (target, from, until) => {
      const first = firstKept('observed', from, until);
      if (first >= until) return [];
      // A sample has the time of its last observation, which may be after the end.
      const range = historyRange(
        target,
        'observed',
        first,
        earliest(later(until, writtenWithin), lastMoment),
      );
      const observations = readObservations(
        target,
        range === null ? [] : await items.query(range, 'settled'),
      );
      return observations.filter(({ at }) => first <= at && at < until);
    },
    samplings: async (target, from, until) =>
      readUsageSamples(target, await history(target, 'use', from, until), onUnreadable),
    use: async (target) =>
      readFleetUse(target, await items.query(fleetUseRange(target), 'newest'), onUnreadable),
    meters: async (target, unit, from, until) => {
      const first = firstKept(unit, from, until);
      const [measured, past] = await Promise.all([
        history(target, unit, from, until),
        items.query(pastRange(target, first), 'settled'),
      ]);
      const reported = past
        .flatMap((item) => readRollupItem(target, item))
        .filter(({ period }) => period.unit === unit && first <= period.from && period.from < until);
      return inOrder([...reported, ...measured.flatMap((item) => readRollupItem(target, item))]);
    },
    journal: async (target, from, until) =>
      (await history(target, 'log', from, until)).map((item) => readJournalEntry(target, item)),
    ...overrideStore(items, onUnreadable),
    useLink: (use) => items.putNext(linkUseItem(use), use.seq),
    linkUse: async (id) => {
      const item = await items.get(linkUseKey(id));
      return item && readLinkUse(item);
    },
    note: (note) => items.putAll([noteItem(note)]),
    noted: async () => (await items.query(noteRange, 'newest')).map(readBlindNote),
    push: (push) =>
      storePush(push, async (lane) => {
        if ((await items.putNext(pushItem(push, lane), 1)) === 'committed') return push;
        const earlier = await items.get(pushKey(push, lane));
        return earlier === undefined ? undefined : readPush(earlier);
      }),
    pushes: async (from, until) =>
      (await items.query(pushRange(from, until), 'settled')).flatMap(
        (item) => ifReadable(() => readPush(item), onUnreadable) ?? [],
      ),
    control: async () => {
      const item = await items.get(controlKey);
      return item === undefined ? firstControl : readControl(item);
    },
    commitControl: (control) => items.putNext(controlItem(control), control.seq),
  });
}

/** Returns history as items, each key once, because a batch with a repeated key is refused. */
function historyItems({ target, observations, sampling, use, meters, journal }: History): readonly Item[] {
  const items = [
    ...sampleItems(target, observations),
    ...(sampling === null ? [] : samplingItems(target, sampling)),
    ...(use === undefined ? [] : fleetUseItems(target, use)),
    ...meters.filter((meter) => !isReportedOnly(meter)).map((meter) => rollupItem(target, meter)),
    ...pastItems(target, meters.filter(isReportedOnly)),
    ...journal.map((entry) => journalItem(target, entry)),
  ];
  return [...new Map(items.map((item) => [readTextAttribute(item, 'sk'), item])).values()];
}
