import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { controlItem } from '../../lib/record/clear-item.ts';
import { headItems } from '../../lib/record/head-store.ts';
import { type Item, readBytesAttribute } from '../../lib/record/item.ts';
import { holdLedger } from '../../lib/service/ledger/open-ledger.ts';
import { firstControl } from '../../lib/state/control.ts';
import { markedKey } from '../support/api-key.ts';
import { aHead, anObservation } from '../support/builders/observation-builders.ts';
import { ran } from '../support/commands/a-process.ts';

// Tests with processes, signals and disks are in unusable-ledger.long.test.ts.
it.each([['once'], ['run'], ['status']])(
  '%s ends with the reason and exit code 4 where CURRENT of the ledger is gone',
  async (command) => {
    const folder = await mkdtemp(join(tmpdir(), 'spendwatch-unusable-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [data, policy] = [join(folder, 'ledger'), join(folder, 'policy.yaml')];
    await writeFile(policy, 'version: 1\nrules: [{ name: polling, freshness: 15m }]\n');
    await (await holdLedger(data, 'spendwatch')).close();
    await rm(join(data, 'CURRENT'));
    const { code, stdout, stderr } = await ran({
      arguments: [command, '--data', data],
      environment: {
        SPENDWATCH_CLOUD_URL: 'http://127.0.0.1:9',
        SPENDWATCH_API_KEY: markedKey('unusable'),
        SPENDWATCH_POLICY: policy,
      },
      clock: systemClock,
    });
    expect(stderr).toMatch(/the ledger in .* is damaged: the file CURRENT is missing\nNothing/);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  },
);

const { item: head } = headItems(aHead({ seq: 1, observation: anObservation() }));
const control = controlItem({ ...firstControl, seq: 1 });

it.each<[string, Item, number]>([
  [
    'head',
    { ...head, body: { B: Buffer.concat([Uint8Array.of(1), readBytesAttribute(head, 'body').subarray(1)]) } },
    3,
  ],
  ['control record', withVersion(control), 4],
])(
  'overrides does not print "none" for a ledger whose %s is of an older version, but the remedy',
  async (_, item, expected) => {
    const data = await mkdtemp(join(tmpdir(), 'spendwatch-older-'));
    onTestFinished(() => rm(data, { recursive: true }));
    const ledger = await holdLedger(data, 'spendwatch');
    await ledger.client.send(new PutItemCommand({ TableName: 'spendwatch', Item: item }));
    await ledger.close();
    const { code, stdout, stderr } = await ran({
      arguments: ['overrides', '--data', data],
      environment: {},
      clock: systemClock,
    });
    expect(stdout).not.toContain('No active overrides');
    expect(stderr).toContain('An older spendwatch wrote it, and only that one reads it');
    expect(stderr).not.toContain('backup');
    expect(code).toBe(expected);
  },
);

/** Returns a control record as an older version stored it, with a checksum that fits. */
function withVersion(item: Item): Item {
  const json = (item['json']?.S ?? '').replace('"version":2', '"version":1');
  const content = [item['pk']?.S, item['sk']?.S, item['seq']?.N, null, json];
  return { ...item, json: { S: json }, crc: { N: String(crc32(JSON.stringify(content))) } };
}
