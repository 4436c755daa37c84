import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamoLedger } from '../../../lib/record/dynamo-ledger.ts';
import { headItems } from '../../../lib/record/head-store.ts';
import { readBytesAttribute } from '../../../lib/record/item.ts';
import { holdLedger } from '../../../lib/service/ledger/open-ledger.ts';
import { aHead, lab, noon } from '../../support/builders/observation-builders.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { setClock } from '../../support/set-clock.ts';

const table = 'spendwatch';
const damaged = (() => {
  const { item } = headItems(aHead({ seq: 7 }));
  return { ...item, body: { B: readBytesAttribute(item, 'body').subarray(0, -1) } };
})();
let folder: string;
let data: string;
let ledger: Awaited<ReturnType<typeof holdLedger>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-recover-'));
  await writeFile(join(folder, 'policy.yaml'), 'version: 1\nrules: [{ name: polling, freshness: 15m }]\n');
  data = join(folder, 'ledger');
  // As `spendwatch run` would have it.
  ledger = await holdLedger(data, table);
  await ledger.client.send(new PutItemCommand({ TableName: table, Item: damaged }));
});
afterAll(async () => {
  await ledger.close();
  await rm(folder, { recursive: true });
});

const run = (...given: readonly string[]) =>
  runCommand({
    arguments: given,
    environment: {
      USER: 'ada',
      SPENDWATCH_DATA: data,
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
    },
    clock: setClock(noon),
  });

describe('spendwatch recover', () => {
  it('refuses an argument that names no target, and changes nothing', async () => {
    const { code, stdout, stderr } = await run('recover', 'lab');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/<target> must be a target, such as project\/lab/);
  });

  it('sets a damaged record aside and starts its target over, as status advises', async () => {
    const before = await run('status');
    expect(before.stdout + before.stderr).toContain('`spendwatch recover project/lab`');
    const { code, stdout, stderr } = await run('recover', lab);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^project\/lab was reset and starts over at the next poll\. The damaged record is kept\./,
    );
    const head = await dynamoLedger({ client: ledger.client, table }).head(lab);
    expect(head).toMatchObject({ seq: 8, unreadable: null, pendingWrites: { journal: [{ by: 'ada' }] } });
    const Key = { pk: { S: lab }, sk: { S: 'aside#000000000007#000' } };
    const { Item: aside } = await ledger.client.send(new GetItemCommand({ TableName: table, Key }));
    expect(aside && Buffer.from(readBytesAttribute(aside, 'body'))).toEqual(Buffer.from(damaged.body.B));
    expect((await run('status')).stdout).not.toContain('recover');
  });

  it('does not change a record that can be read', async () => {
    const { code, stdout } = await run('recover', lab);
    expect(code).toBe(2);
    expect(stdout).toBe('The record of project/lab can be read: nothing was changed.\n');
  });

  it('reports an unknown target, with the similar ones', async () => {
    const { code, stdout, stderr } = await run('recover', 'project/lba');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('project/lba is not in the ledger; did you mean "project/lab"?');
  });

  it('ends with 2 where there is no ledger', async () => {
    const { code, stderr } = await run('recover', lab, '--data', join(folder, 'none'));
    expect(code).toBe(2);
    expect(stderr).toContain('names a folder without a ledger');
  });
});
