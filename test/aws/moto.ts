import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** moto's server with a CloudFormation that makes all of a template; `emulator` says what that takes. */
const emulator = ['-B', '-m', 'emulator.server'];
const cwd = import.meta.dirname;

/** Whether this machine has Python 3 with moto[server]. */
export const hasMoto = spawnSync('python3', [...emulator, '--help'], { cwd }).status === 0;

export const region = 'eu-west-1';
const credential = `AWS4-HMAC-SHA256 Credential=AKIA/20260101/${region}`;

/** All of AWS that is needed here, on a port of this machine, and empty. */
export type Moto = {
  readonly url: string;
  /** A request of the query protocol (CloudFormation, SNS, SQS). Gives the text of the reply. */
  query(service: string, parameters: Readonly<Record<string, string>>): Promise<string>;
  /** Any other request. */
  request(
    service: string,
    method: string,
    path: string,
    body?: Uint8Array | string,
    target?: string,
  ): Promise<string>;
  close(): Promise<void>;
};

export type AccountLimits = {
  /** How many functions the account may run at once. Default: without a limit. */
  readonly concurrency?: number;
};

export async function startMoto({ concurrency }: AccountLimits = {}): Promise<Moto> {
  const server = spawn('python3', [...emulator, '-H', '127.0.0.1', '-p', '0'], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...(concurrency !== undefined && { MOTO_LAMBDA_CONCURRENCY_QUOTA: `${concurrency}` }),
    },
  });
  const url = await addressOf(server);

  async function ask(service: string, path: string, options: RequestInit): Promise<string> {
    const authorization = `${credential}/${service}/aws4_request, SignedHeaders=host, Signature=none`;
    const headers = { ...Object(options.headers), authorization };
    const reply = await fetch(`${url}${path}`, { ...options, headers });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${service} ${path}: ${reply.status} ${text.slice(0, 2_000)}`);
    return text;
  }
  return {
    url,
    query: (service, parameters) =>
      ask(service, '/', { method: 'POST', body: new URLSearchParams(parameters) }),
    request: (service, method, path, body, target) =>
      ask(service, path, {
        method,
        ...(body !== undefined && { body }),
        headers:
          target === undefined
            ? {}
            : { 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.1' },
      }),
    close: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
}

/** It prints where it listens, and answers there a moment later. */
async function addressOf(server: ChildProcess): Promise<string> {
  if (server.stderr === null) throw new TypeError('what the server says is not read');
  for await (const line of createInterface(server.stderr)) {
    const [address] = line.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
    if (address === undefined) continue;
    server.stderr.resume();
    for (let attempt = 0; attempt < 50; attempt += 1) {
      if (
        await fetch(`${address}/moto-api/`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return address;
      await sleep(100);
    }
  }
  throw new Error('moto did not begin');
}
