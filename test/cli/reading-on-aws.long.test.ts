import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { type EmbeddedLedger, startEmbeddedLedger } from '../../lib/service/ledger/embedded-ledger.ts';
import { aHead, anObservation } from '../support/builders/observation-builders.ts';
import { portOf } from '../support/served.ts';

const table = 'spendwatch-prod';

let server: EmbeddedLedger;
let front: Server;
let endpoint: string;
let home: string;
/** Whose key each request was signed with, and for which region. */
const signers = new Set<string>();

/** A table behind an address that notes who asks, which the embedded server does not. */
beforeAll(async () => {
  server = await startEmbeddedLedger({ table });
  await dynamoLedger({ client: server.client, table }).commit(
    aHead({ seq: 1, observation: anObservation() }),
  );
  front = createServer(async (request, response) => {
    const [, signer] = /Credential=(\w+\/\d+\/[\w-]+)/.exec(request.headers.authorization ?? '') ?? [];
    signers.add(signer?.replace(/\/\d+\//, ' ') ?? 'nobody');
    // Which `fetch` is used depends on what the process loaded before, and not every one accepts a length given twice.
    const { host, connection, 'content-length': _, ...headers } = request.headers;
    const body = Buffer.concat(await request.toArray());
    const reply = await fetch(server.endpoint, {
      method: 'POST',
      headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body,
    });
    response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  endpoint = `http://127.0.0.1:${await portOf(front)}`;
  home = await mkdtemp(join(tmpdir(), 'spendwatch-home-'));
  await mkdir(join(home, '.aws'));
  const keys = 'aws_access_key_id = AKIDWORK\naws_secret_access_key = not-a-secret\n';
  await writeFile(join(home, '.aws', 'credentials'), `[work]\n${keys}[keyless]\n`);
  await writeFile(
    join(home, '.aws', 'config'),
    '[profile work]\nregion = eu-west-2\n\n[profile nowhere]\noutput = json\n',
  );
  await writeFile(join(home, 'policy.yaml'), 'version: 1\nrules: [{ name: credit, runway: default }]\n');
});

afterAll(async () => {
  front.close();
  await server.close();
  await rm(home, { recursive: true });
});

/** A real process, since the SDK reads the environment and the home directory by itself. */
async function spendwatch(given: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const PATH = process.env['PATH'];
  const env = {
    PATH,
    HOME: home,
    SPENDWATCH_POLICY: join(home, 'policy.yaml'),
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  };
  signers.clear();
  const words = ['--import', 'tsx', 'bin/spendwatch.ts', ...given];
  return promisify(execFile)(process.execPath, words, { env: { ...env, ...environment } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

describe('the ledger of a deployment', () => {
  it('is read with the region and the keys of a profile', async () => {
    const { code, stdout, stderr } = await spendwatch([
      'vms',
      '--csv',
      '--table',
      table,
      '--profile',
      'work',
    ]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^No poll has succeeded since /),
    });
    expect(stdout).toMatch(/^project,kind,id,.*\nlab,vm,box,/);
    expect([...signers]).toEqual(['AKIDWORK eu-west-2']);
  });

  it('is read with the variables that AWS tools use', async () => {
    const byKeys = await spendwatch(['vms', '--csv', '--table', table, '--region', 'eu-west-1'], {
      AWS_ACCESS_KEY_ID: 'AKIDENV',
      AWS_SECRET_ACCESS_KEY: 'not-a-secret',
    });
    expect(byKeys).toMatchObject({ code: 0, stdout: expect.stringContaining('lab,vm,box') });
    expect([...signers]).toEqual(['AKIDENV eu-west-1']);
  });

  it.each([
    {
      what: 'a table that is not there',
      given: ['--table', 'other', '--profile', 'work'],
      says: 'names no table',
    },
    { what: 'no region', given: ['--table', table, '--profile', 'nowhere'], says: 'needs a region' },
  ])('with $what exits with 2 and one sentence', async ({ given, says }) => {
    const { code, stdout, stderr } = await spendwatch(['vms', ...given]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr.trim().split('\n')).toHaveLength(2);
  });
});
