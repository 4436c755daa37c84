import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { days, later } from '../../../lib/model/time/time.ts';
import { dynamoLedger } from '../../../lib/record/dynamo-ledger.ts';
import { nothingWritten } from '../../../lib/record/ledger.ts';
import {
  type EmbeddedLedgerOptions,
  startEmbeddedLedger,
} from '../../../lib/service/ledger/embedded-ledger.ts';
import { deleteExpired } from '../../../lib/service/open-machine.ts';
import { aMeter } from '../../support/builders/meter-builders.ts';
import { aHead, anObservation, lab, noon } from '../../support/builders/observation-builders.ts';

const table = 'ledger';

async function start(options: EmbeddedLedgerOptions = {}) {
  const server = await startEmbeddedLedger({ table, ...options });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...server, close, ledger: dynamoLedger({ client: server.client, table }) };
}

async function aPath(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'spendwatch-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return join(directory, 'not', 'there', 'yet');
}

it('data on disk are available after a restart', async () => {
  const path = await aPath();
  const first = await start({ path });
  await first.ledger.commit(aHead({ seq: 1 }));
  await first.close();
  const second = await start({ path });
  expect(await second.ledger.heads()).toEqual([aHead({ seq: 1 })]);
  expect(await second.ledger.commit(aHead({ seq: 2 }))).toBe('committed');
});

it('it closes while it reads for clients that have hung up, and nothing throws', async () => {
  const path = await aPath();
  const first = await start({ path });
  const meters = Array.from({ length: 600 }, (_, day) => aMeter('day', later(noon, days(day))));
  await first.ledger.record({ ...nothingWritten, target: lab, meters });
  await first.close();
  // What dynalite throws comes out of the event loop, and fails the run.
  for (let round = 0; round < 12; round += 1) {
    const { client, close } = await start({ path });
    for (let nth = 0; nth < 12; nth += 1) {
      const abortSignal = AbortSignal.timeout(nth);
      client.send(new ScanCommand({ TableName: table }), { abortSignal }).catch(() => {});
    }
    await sleep(round);
    await close();
  }
});

it('without a path nothing is stored, and no server sees the data of another', async () => {
  const [one, other] = [await start(), await start()];
  await one.ledger.commit(aHead({ seq: 1 }));
  expect(await other.ledger.heads()).toEqual([]);
  await one.close();
  expect(await (await start()).ledger.heads()).toEqual([]);
});

it('a second process is refused the data of a running one, which the error names', async () => {
  const path = await aPath();
  const first = await start({ path });
  await expect(start({ path })).rejects.toThrow(`${path} is in use by another process`);
  await first.ledger.commit(aHead({ seq: 1 }));
  await first.close();
  expect(await (await start({ path })).ledger.head(lab)).toEqual(aHead({ seq: 1 }));
});

it('a process that is killed loses nothing that it had committed', async () => {
  const path = await aPath();
  const script = `
    import { startEmbeddedLedger } from './lib/service/ledger/embedded-ledger.ts';
    import { dynamoLedger } from './lib/record/dynamo-ledger.ts';
    import { aHead } from './test/support/builders/observation-builders.ts';
    const { client } = await startEmbeddedLedger({ path: ${JSON.stringify(path)}, table: '${table}' });
    console.log(await dynamoLedger({ client, table: '${table}' }).commit(aHead({ seq: 1 })));
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]);
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toBe('committed\n');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await (await start({ path })).ledger.heads()).toEqual([aHead({ seq: 1 })]);
});

it('a client that hangs up in the middle of a request crashes nothing and blocks nothing', async () => {
  const { endpoint, ledger, close } = await start();
  const socket = connect(Number(new URL(endpoint).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf of');
  await ledger.commit(aHead({ seq: 1 }));
  socket.destroy();
  await once(socket, 'close');
  expect(await ledger.head(lab)).toEqual(aHead({ seq: 1 }));
  const closed = close().then(() => 'closed');
  expect(await Promise.race([closed, sleep(5_000, 'waits', { ref: false })])).toBe('closed');
});

it('it closes while a client still holds a connection', async () => {
  const { endpoint, close } = await start();
  const socket = connect(Number(new URL(endpoint).port), '127.0.0.1');
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  await close();
  await closed;
});

it('deletion of expired items deletes those, and nothing else', async () => {
  const { client, ledger } = await start();
  await ledger.commit(aHead({ seq: 1 }));
  await ledger.record({
    ...nothingWritten,
    target: lab,
    observations: [anObservation()],
    meters: [aMeter('hour', noon), aMeter('month', noon)],
  });
  const count = async () => (await client.send(new ScanCommand({ TableName: table, Select: 'COUNT' }))).Count;
  expect(await deleteExpired(client, table, later(noon, days(34)))).toBe(0);
  expect(await count()).toBe(4);
  expect(await deleteExpired(client, table, later(noon, days(36)))).toBe(1);
  expect(await deleteExpired(client, table, later(noon, days(9_999)))).toBe(1);
  expect(await count()).toBe(2);
});
