import { crc32, deflateRawSync } from 'node:zlib';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { recoverHead } from '../../lib/jobs/recover-head.ts';
import { ProjectId, projectTarget, Subject } from '../../lib/model/ids.ts';
import { days, earlier, hours, later } from '../../lib/model/time/time.ts';
import { controlItem, pushItem } from '../../lib/record/clear-item.ts';
import { type DynamoLedgerOptions, dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { headItems } from '../../lib/record/head-store.ts';
import { type Item, readBytesAttribute } from '../../lib/record/item.ts';
import { LedgerError, nothingWritten } from '../../lib/record/ledger.ts';
import { dictionary } from '../../lib/record/packing/dictionary.ts';
import { rollupItem } from '../../lib/record/rollup-item.ts';
import { fleetUseItems, sampleItems, samplingItems } from '../../lib/record/sample-item.ts';
import { firstControl } from '../../lib/state/control.ts';
import { aFleetUse } from '../support/builders/fleet-builders.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { aHead, anObservation, lab, noon, usageUntil } from '../support/builders/observation-builders.ts';
import { embeddedServer } from '../support/embedded-server.ts';

const emptyTable = embeddedServer();

/** More than fits one item. */
const use = aFleetUse(2_400);
const useItems = fleetUseItems(lab, use);

/** A ledger over a table with these items in it. */
async function ledgerWith(items: readonly Item[], options: Pick<DynamoLedgerOptions, 'onUnreadable'> = {}) {
  const { client, table } = await emptyTable();
  for (const item of items) await client.send(new PutItemCommand({ TableName: table, Item: item }));
  return dynamoLedger({ client, table, ...options });
}

const { item: good } = headItems(aHead({ seq: 7, observation: anObservation() }));
const goodBody = readBytesAttribute(good, 'body');
const { body: _, ...bodiless } = good;
const holding = (...pieces: readonly Uint8Array[]): Item => ({
  ...bodiless,
  body: { B: Buffer.concat(pieces) },
});
/** Complete bytes with a valid checksum that hold something other than a head. */
function packed(json: unknown): Item {
  const rest = deflateRawSync(JSON.stringify(json), { dictionary });
  const header = Buffer.alloc(5, goodBody[0]);
  header.writeUInt32BE(crc32(rest, crc32(dictionary)), 1);
  return holding(header, rest);
}

const bad = holding(Uint8Array.of(9));

describe('a head', () => {
  it.each([
    ['it is of another version', holding(Uint8Array.of(9), goodBody.subarray(1)), 'stored in version 9'],
    ['it is cut off', holding(goodBody.subarray(0, -20)), 'its checksum does not match its bytes'],
    ['it is one byte long', holding(Uint8Array.of(1)), 'truncated'],
    ['it is empty', holding(), 'truncated'],
    ['it has no body', bodiless, 'attribute "body" is missing or not binary'],
    ['it is of another schema', packed({ ...aHead({ seq: 7 }), seq: 'seven' }), 'seq: '],
    ['it is no JSON of a head', packed('nonsense'), 'its content: '],
    ['its body is of another seq', { ...good, seq: { N: '8' } }, 'with seq 7'],
    [
      'some of its chunks are missing',
      { ...bodiless, of: { N: '2' }, digest: { S: 'ab12' } },
      'some of its chunks are missing',
    ],
  ])(
    'that cannot be read because %s is an error that names the target, the reason and the remedy',
    async (_, item, because) => {
      const ledger = await ledgerWith([item]);
      const error: unknown = await ledger.head(lab).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(LedgerError);
      expect(String(error)).toContain(
        'the head of project/lab cannot be read (pk "shard#14", sk "project/lab"): ',
      );
      expect(String(error)).toContain(because);
      expect(String(error)).toContain('or run `spendwatch recover project/lab`.');
      const [head] = await ledger.heads();
      expect(head).toMatchObject({
        target: lab,
        failedPolls: 1,
        unreadable: expect.stringContaining(because),
      });
    },
  );

  it('of an older version is an error that says which version reads it, and what is lost by starting over', async () => {
    const older = holding(Uint8Array.of((goodBody[0] ?? 0) - 1), goodBody.subarray(1));
    const error: unknown = await (await ledgerWith([older])).head(lab).catch((caught: unknown) => caught);
    expect(String(error)).toMatch(
      /it is stored in version \d+, and only version \d+ is supported here\. An older spendwatch wrote it, and only that one reads it/,
    );
    expect(String(error)).toContain('What is lost by that: the history, the overrides');
    expect(String(error)).not.toContain('backup');
  });

  it('invariant 18: that cannot be read is reported and counts as a failed poll, and the others are still read', async () => {
    const told: LedgerError[] = [];
    const ledger = await ledgerWith([bad], { onUnreadable: (error) => told.push(error) });
    const other = aHead({ target: projectTarget(null, ProjectId.parse('other')), seq: 1 });
    await ledger.commit(other);
    const [unseen, seen] = (await ledger.heads()).toSorted((left, right) => left.seq - right.seq);
    expect(seen).toEqual(other);
    expect(unseen).toMatchObject({
      target: lab,
      observation: null,
      failedBecause: expect.stringContaining('its record in the ledger cannot be read'),
    });
    expect(told.map((error) => error.message)).toEqual([expect.stringContaining('project/lab')]);
  });

  it('that cannot be read is not replaced by a new one', async () => {
    const ledger = await ledgerWith([bad]);
    expect(await ledger.commit(aHead({ seq: 1 }))).toBe('lost');
    const [unseen] = await ledger.heads();
    if (unseen === undefined) throw new TypeError('no head');
    expect(await ledger.commit({ ...unseen, seq: unseen.seq + 1 })).toBe('lost');
    await expect(ledger.head(lab)).rejects.toThrow(LedgerError);
  });

  it('that cannot be read is set aside whole before its target starts over', async () => {
    const { client, table } = await emptyTable();
    const damaged = holding(goodBody.subarray(0, -1));
    await client.send(new PutItemCommand({ TableName: table, Item: damaged }));
    const ledger = dynamoLedger({ client, table });
    const context = { author: 'ada', now: noon };
    expect(await recoverHead(ledger, lab, context)).toBe('begun-anew');
    expect(await ledger.head(lab)).toMatchObject({
      seq: 8,
      observation: null,
      intents: [],
      unreadable: null,
    });
    const key = { pk: { S: lab }, sk: { S: 'aside#000000000007#000' } };
    const { Item: aside } = await client.send(new GetItemCommand({ TableName: table, Key: key }));
    expect(aside).toEqual({
      ...damaged,
      ...key,
      body: { B: Uint8Array.from(readBytesAttribute(damaged, 'body')) },
    });
    expect(await recoverHead(ledger, lab, context)).toBe('readable');
  });

  it.each([
    ['good', good],
    ["another's", headItems(aHead({ target: projectTarget(null, ProjectId.parse('other')), seq: 1 })).item],
  ])('is not set aside where the item is %s', async (_, item) => {
    const ledger = await ledgerWith([item]);
    expect(await ledger.setAside(lab)).toBeNull();
  });
});

const nextHour = later(noon, hours(1));
const yesterday = earlier(noon, days(1));

describe('history', () => {
  it('that cannot be read is an error that names the target', async () => {
    const [sample] = sampleItems(lab, [anObservation()]);
    const ledger = await ledgerWith([
      { ...sample, body: { B: Uint8Array.of(9) } },
      { ...rollupItem(lab, aMeter('day', noon)), meters: { B: Uint8Array.of(9) } },
    ]);
    await expect(ledger.observations(lab, noon, nextHour)).rejects.toThrow(
      'an observation of project/lab cannot be read',
    );
    await expect(ledger.meters(lab, 'day', yesterday, noon)).rejects.toThrow(
      'a rollup of project/lab cannot be read',
    );
  });

  it('leaves out usage samples that cannot be read, and reports them', async () => {
    const told: LedgerError[] = [];
    const [sampling] = samplingItems(lab, { at: noon, usage: [usageUntil(noon, [1])] });
    const items = [{ ...sampling, body: { B: Uint8Array.of(9) } }];
    const ledger = await ledgerWith(items, { onUnreadable: (error) => told.push(error) });
    expect(await ledger.samplings(lab, noon, nextHour)).toEqual([]);
    expect(told.map(String)).toEqual([expect.stringContaining('the usage samples of project/lab')]);
  });

  it.each([
    ['a part is missing', (parts: readonly Item[]) => parts.slice(1), 'some of its parts are missing'],
    [
      'the last part is missing',
      (parts: readonly Item[]) => parts.slice(0, -1),
      'some of its parts are missing',
    ],
    [
      'a part comes from another write',
      ([first, ...parts]: readonly Item[]) => [{ ...first, body: { B: goodBody.subarray(0, 1) } }, ...parts],
      'its checksum does not match',
    ],
  ])(
    'has no weeks of use where %s, reports that, and is repaired by the next write',
    async (_, damage, because) => {
      const told: LedgerError[] = [];
      const onUnreadable = (error: LedgerError) => told.push(error);
      const ledger = await ledgerWith(damage(useItems), { onUnreadable });
      expect(await ledger.use(lab)).toBeNull();
      expect(told.map(String)).toEqual([expect.stringContaining(`project/lab cannot be read`)]);
      expect(told.map(String)).toEqual([expect.stringContaining(because)]);
      await ledger.record({ ...nothingWritten, target: lab, use });
      expect(await ledger.use(lab)).toEqual(use);
      expect(told).toHaveLength(1);
    },
  );

  it('of pushes returns those that can be read, and reports one that cannot', async () => {
    const told: LedgerError[] = [];
    const push = { machine: Subject.parse('project/lab/vm/train'), at: noon, gpus: [], slots: [] };
    const other = { ...push, machine: Subject.parse('project/lab/vm/other') };
    const items = [{ ...pushItem(push), json: { S: '{"slots":null}' } }, pushItem(other)];
    const ledger = await ledgerWith(items, { onUnreadable: (error) => told.push(error) });
    expect(await ledger.pushes(yesterday, nextHour)).toEqual([other]);
    expect(told.map(String)).toEqual([expect.stringContaining('samples that a VM pushed cannot be read')]);
  });

  it('leaves out an observation that was only written in part', async () => {
    const [sample] = sampleItems(lab, [anObservation()]);
    const ledger = await ledgerWith([{ ...sample, of: { N: '2' } }]);
    expect(await ledger.observations(lab, noon, nextHour)).toEqual([]);
  });

  it('is not mixed with items that an older version left under the same keys', async () => {
    const [sample] = sampleItems(lab, [anObservation()]);
    const second = { S: `${sample?.['sk']?.S?.slice(0, -1)}1` };
    const leftover = { ...sample, sk: second, of: { N: '3' }, body: { B: Uint8Array.of(9) } };
    const whole = await ledgerWith([{ ...sample }, leftover]);
    expect(await whole.observations(lab, noon, nextHour)).toEqual([anObservation()]);
    const half = await ledgerWith([{ ...sample, of: { N: '2' } }, leftover]);
    expect(await half.observations(lab, noon, nextHour)).toEqual([]);
  });
});

it('a control record that cannot be read is an error, so that no action is permitted', async () => {
  const item = controlItem({ ...firstControl, seq: 3 });
  for (const changed of [
    { json: { S: '{"version":2}' } },
    { crc: { N: '5' } },
    { json: { S: 'nonsense' } },
    { seq: { N: '4' } },
  ]) {
    const ledger = await ledgerWith([{ ...item, ...changed }]);
    await expect(ledger.control()).rejects.toThrow('the control record cannot be read');
  }
});
