import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createHolder } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { LedgerError } from '../../lib/record/ledger.ts';
import { createLedgerClient } from '../../lib/service/ledger/embedded-ledger.ts';
import { holdLedger } from '../../lib/service/ledger/open-ledger.ts';
import { socketPath } from '../../lib/service/ledger/socket-path.ts';
import { markedKey } from '../support/api-key.ts';
import { aHead } from '../support/builders/observation-builders.ts';
import { portOf } from '../support/served.ts';

const program = join(import.meta.dirname, '../../bin/spendwatch.mjs');
const unixOnly = it.skipIf(process.platform === 'win32');
let folder: string;
let deaf: ReturnType<typeof createServer>;
let cloud: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-unusable-'));
  await writeFile(join(folder, 'policy.yaml'), 'version: 1\nrules: [{ name: polling, freshness: 15m }]\n');
  deaf = createServer();
  cloud = `http://127.0.0.1:${await portOf(deaf)}`;
});
afterAll(async () => {
  deaf.closeAllConnections();
  deaf.close();
  await rm(folder, { recursive: true });
});

/** Starts the program in a process of its own. */
function started(given: readonly string[]) {
  const child = spawn(process.execPath, [program, ...given], {
    env: {
      ...process.env,
      SPENDWATCH_CLOUD_URL: cloud,
      SPENDWATCH_API_KEY: markedKey('unusable'),
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = async () => {
    const [[code], [stdout, stderr]] = await Promise.all([exited, said]);
    return { code: code as unknown, stdout, stderr };
  };
  return { child, ended };
}

async function aLedger(): Promise<string> {
  const data = await mkdtemp(join(folder, 'ledger-'));
  await (await holdLedger(data, 'spendwatch')).close();
  return data;
}

/** A small disk of its own, where this user may mount one. */
async function aSmallDisk(): Promise<string | null> {
  const disk = await mkdtemp(join(folder, 'disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
  if (status !== 0) return null;
  onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
  return disk;
}

const inWords = (stderr: string) => {
  expect(stderr).not.toMatch(/^ +at |node:internal|Error:/m);
  return stderr;
};

// Exit code 1 means that messages were sent; a ledger that cannot be used has a code of its own.
describe('a ledger that cannot be used ends a command with the reason and exit code 4:', () => {
  it('once, where the disk is full when it is opened', async ({ skip }) => {
    const data = await aSmallDisk();
    if (data === null) return skip('no disk can be mounted here');
    await (await holdLedger(data, 'spendwatch')).close();
    await writeFile(join(data, 'filling'), Buffer.alloc(2 ** 20)).catch(() => {});
    const { code, stderr } = await started(['once', '--data', data]).ended();
    expect(inWords(stderr)).toMatch(/the ledger in .* cannot be opened: .*No space left on device/);
    expect(code).toBe(4);
  });

  it('run, where the disk becomes full while it runs', async ({ skip }) => {
    const data = await aSmallDisk();
    if (data === null) return skip('no disk can be mounted here');
    const { child, ended } = started(['run', '--log', 'json', '--data', data]);
    await once(child.stdout, 'data');
    await writeFile(join(data, 'filling'), Buffer.alloc(2 ** 20)).catch(() => {});
    const ledger = dynamoLedger({ client: createLedgerClient(data), table: 'spendwatch' });
    const writing = async () => {
      for (let seq = 1; seq < 1_000; seq += 1) await ledger.commit(aHead({ seq }));
    };
    await expect(writing()).rejects.toThrow(LedgerError);
    const { code, stderr } = await ended();
    expect(inWords(stderr)).toMatch(/the ledger cannot be used: .*No space left on device/);
    expect(code).toBe(4);
  });
});

unixOnly('once says that whoever has the folder does not answer, and waits no longer', async () => {
  const data = await aLedger();
  const holder = started(['run', '--log', 'json', '--data', data]);
  await once(holder.child.stdout, 'data');
  holder.child.kill('SIGSTOP');
  const { code, stderr } = await started(['once', '--data', data]).ended();
  expect(inWords(stderr)).toMatch(/is held by a process that did not answer within 10 s/);
  expect(code).toBe(4);
});

unixOnly.each([['SIGTERM'], ['SIGINT']] as const)(
  'once hears %s while it waits for the folder',
  async (signal) => {
    const data = await aLedger();
    const holder = createHolder().listen(socketPath(data, 'in-use'));
    onTestFinished(() => void holder.close());
    const asked = once(holder, 'connection');
    const waiting = started(['once', '--data', data]);
    const [socket] = await asked;
    onTestFinished(() => socket.destroy());
    waiting.child.kill(signal);
    expect(await waiting.ended()).toEqual({ code: 130, stdout: '', stderr: '' });
  },
);

unixOnly('once hears a second SIGTERM at once, while the cloud does not answer', async () => {
  const data = await aLedger();
  const asked = once(deaf, 'request');
  const waiting = started(['once', '--data', data]);
  await asked;
  const insisting = setInterval(() => waiting.child.kill('SIGTERM'), 500);
  onTestFinished(() => clearInterval(insisting));
  expect((await waiting.ended()).code).toBe(130);
});
