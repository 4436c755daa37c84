import { paginateScan } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { headItems, headStore } from '../../lib/record/head-store.ts';
import { keyItem } from '../../lib/record/item.ts';
import { itemStore } from '../../lib/record/item-store.ts';
import { headKey } from '../../lib/record/keys.ts';
import { fleetUseItems, sampleItems } from '../../lib/record/sample-item.ts';
import type { Head } from '../../lib/state/head.ts';
import { aFleetUse, longId } from '../support/builders/fleet-builders.ts';
import { aHead, anObservation, aVm, lab } from '../support/builders/observation-builders.ts';
import { type EmptyTable, embeddedServer } from '../support/embedded-server.ts';
import { itemSize } from '../support/item-size.ts';

const emptyTable = embeddedServer();

/** A head that takes two items beside its own: its metadata do not compress. */
const noise = Array.from({ length: 19_000 }, (_, index) => longId(index)).join('');
const aLargeHead = (seq: number, overrides: Partial<Head> = {}): Head =>
  aHead({ seq, observation: anObservation({ resources: [aVm({ metadata: { noise } })] }), ...overrides });

async function keysIn({ client, table }: EmptyTable): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const page of paginateScan({ client }, { TableName: table })) {
    for (const item of page.Items ?? []) keys.push(`${item['sk']?.S}`);
  }
  return keys.sort();
}

const partsOf = (head: Head): readonly string[] => headItems(head).chunks.map((chunk) => `${chunk['sk']?.S}`);

it('every item stays well below the limit of 400 KB, however large a head, a sample or the use of a fleet is', () => {
  const { item, chunks } = headItems(aLargeHead(1));
  expect(chunks).toHaveLength(2);
  for (const one of [
    item,
    ...chunks,
    ...sampleItems(lab, [anObservation({ resources: [aVm({ metadata: { noise } })] })]),
    ...fleetUseItems(lab, aFleetUse(2_400)),
  ]) {
    expect(itemSize(one)).toBeLessThan(300_000);
  }
});

it('committing a head deletes the parts of earlier heads, also when the new head fits one item', async () => {
  const place = await emptyTable();
  const ledger = dynamoLedger(place);
  for (const seq of [1, 2, 3]) expect(await ledger.commit(aLargeHead(seq))).toBe('committed');
  expect(await keysIn(place)).toEqual([...partsOf(aLargeHead(3)), lab]);
  expect(await ledger.commit(aHead({ seq: 4 }))).toBe('committed');
  expect(await keysIn(place)).toEqual([lab]);
});

it('a writer that only read a large head deletes its parts when it replaces it', async () => {
  const place = await emptyTable();
  await dynamoLedger(place).commit(aLargeHead(1));
  const another = dynamoLedger(place);
  expect(await another.heads()).toEqual([aLargeHead(1)]);
  await another.commit(aHead({ seq: 2 }));
  expect(await keysIn(place)).toEqual([lab]);
});

it('a writer that loses the race with a large head does not change the head that won', async () => {
  const place = await emptyTable();
  const ledger = dynamoLedger(place);
  await ledger.commit(aLargeHead(1));
  const racers = [1, 2, 3].map((failedPolls) => aLargeHead(2, { failedPolls }));
  const outcomes = await Promise.all(racers.map((head) => ledger.commit(head)));
  expect([...outcomes].sort()).toEqual(['committed', 'lost', 'lost']);
  expect(await ledger.head(lab)).toEqual(racers[outcomes.indexOf('committed')]);
  await ledger.commit(aLargeHead(3));
  expect(await keysIn(place)).toEqual([...partsOf(aLargeHead(3)), lab]);
});

it('a head that is replaced before its parts were read is read again from the start', async () => {
  const place = await emptyTable();
  const items = itemStore(place.client, place.table);
  const ledger = dynamoLedger(place);
  await ledger.commit(aLargeHead(1));
  const found = await items.get(headKey(lab));
  await ledger.commit(aLargeHead(2));
  expect(found && (await headStore(items).open(found))).toEqual(aLargeHead(2));
});

it('a head that is deleted before its parts were read is reported as absent', async () => {
  const place = await emptyTable();
  const items = itemStore(place.client, place.table);
  await dynamoLedger(place).commit(aLargeHead(1));
  const found = await items.get(headKey(lab));
  await items.deleteAll([...headItems(aLargeHead(1)).chunks, keyItem(headKey(lab))]);
  expect(found && (await headStore(items).open(found))).toBeUndefined();
});
