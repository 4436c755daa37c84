import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach } from 'vitest';
import { portOf } from '../../support/served.ts';

const run = promisify(execFile);
export const agent = join(import.meta.dirname, '../../../lib/observe/push/agent.sh');
export const has = (program: string) => spawnSync(program, ['--help']).error === undefined;
/** Shells with their arguments; the second is that of small containers. */
export const shells = [
  ['sh', []],
  ['busybox', ['sh']],
] as const;

type Metric = {
  readonly name: string;
  readonly gauge: {
    readonly dataPoints: readonly {
      readonly asDouble: number;
      readonly attributes?: readonly { readonly value: { readonly stringValue: string } }[];
    }[];
  };
};
const linesOf = (metrics: readonly Metric[]): string[] =>
  metrics.flatMap(({ name, gauge }) =>
    gauge.dataPoints.map(({ asDouble, attributes }) =>
      [name, ...(attributes ?? []).map(({ value }) => value.stringValue), asDouble].join(' '),
    ),
  );

/** The agent in a shell, on a machine of its own for each test: its programs, its processes, and who receives its pushes. */
export function anAgent(program: string, before: readonly string[]) {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
    seeProcesses();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Makes the agent see processes with these command lines, beside the first one. */
  function seeProcesses(...titles: readonly string[]) {
    for (const [id, title] of ['/sbin/init', ...titles].entries()) {
      mkdirSync(join(folder, 'proc', `${id + 1}`), { recursive: true });
      writeFileSync(join(folder, 'proc', `${id + 1}`, 'cmdline'), `${title.replaceAll(' -', '\0-')}\0`);
    }
  }

  const offer = (program: string, output: string, code = 0) => {
    writeFileSync(join(folder, program), `#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit ${code}\n`);
    chmodSync(join(folder, program), 0o755);
  };
  const measure = (url: string, more: Readonly<Record<string, string>> = {}) => {
    const variables = {
      SPENDWATCH_PUSH_URL: url,
      SPENDWATCH_TOKEN: 'the-token',
      SPENDWATCH_SPOOL: join(folder, 'spool'),
      SPENDWATCH_SAMPLES: '2',
      SPENDWATCH_SAMPLE_SECONDS: '0',
      SPENDWATCH_BATCH: '1',
      SPENDWATCH_PROC: join(folder, 'proc'),
      ...more,
    };
    const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    // Its programs come first, and none of the variables of the test.
    const clean = 'exec env -i PATH="$0:$PATH" "$@"';
    return run('sh', ['-c', clean, folder, ...set, program, ...before, agent]);
  };

  /** Serves pushes while `during` runs, and returns their metrics as `name id value`. */
  async function received(status: number, during: (url: string) => Promise<unknown>): Promise<string[][]> {
    const bodies: string[][] = [];
    const server = createServer(async (request, response) => {
      const body = JSON.parse(await text(request));
      const [{ resource, scopeMetrics }] = body.resourceMetrics;
      const [{ key, value }] = resource.attributes;
      bodies.push([`${key} ${value.stringValue}`, ...linesOf(scopeMetrics[0].metrics)]);
      const isTaken = request.headers.authorization === 'Bearer the-token' && request.url === '/v1/metrics';
      response.writeHead(isTaken ? status : 404).end('{}');
    });
    try {
      await during(`http://127.0.0.1:${await portOf(server)}`);
    } finally {
      server.close();
    }
    return bodies;
  }

  return { inFolder: (name: string) => join(folder, name), seeProcesses, offer, measure, received };
}
