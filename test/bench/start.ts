import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildPolicy } from '../../lib/config/built-policy.ts';
import { readPolicy } from '../../lib/config/read-policy.ts';
import { type Figure, ms, ratio } from './figure.ts';

const turns = 15;
const root = resolve(import.meta.dirname, '../..');
const clients = `
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
export const made = [new DynamoDBClient({}), new SNSClient({})];
`;

const jobs = ['watch', 'act', 'digest', 'alarm'] as const;

/** How long a bundled function takes to load and connect, beside one that only makes the two SDK clients. */
export async function benchStart(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-bench-'));
  try {
    const policy = readPolicy(readFileSync(join(root, 'docs/spendwatch.example.yaml'), 'utf8'), 'example');
    await writeFile(join(folder, 'policy.json'), buildPolicy(policy));
    const empty = join(folder, 'empty.mjs');
    await writeFile(empty, '');
    const sdk = await bundle({ contents: clients, resolveDir: root }, folder, 'sdk');
    const bundles = new Map<string, string>();
    for (const job of jobs) {
      const contents = `export * from './functions/${job}.ts';`;
      bundles.set(job, await bundle({ contents, resolveDir: root, loader: 'ts' }, folder, job));
    }
    const times = loadTimes([empty, sdk, ...bundles.values()], folder);
    const timeOf = (file: string) => times.get(file) ?? Number.NaN;
    const base = timeOf(empty);
    const figures: Figure[] = [
      {
        what: 'making the SDK clients alone',
        figure: `${ms(timeOf(sdk) - base)} over an empty module, which takes ${ms(base)}`,
      },
    ];
    for (const [job, file] of bundles) {
      const { size } = await stat(file);
      const own = ratio(timeOf(file) - base, timeOf(sdk) - base);
      figures.push({
        what: `loading ${job} (${Math.round(size / 1_024)} kB), all connected`,
        figure: `${own} of that; with the start of Node ${ratio(timeOf(file), timeOf(sdk))}`,
        goal: '≤ 1.5 x',
      });
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Source = { readonly contents: string; readonly resolveDir: string; readonly loader?: 'ts' };

async function bundle(stdin: Source, folder: string, name: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin,
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    tsconfig: join(root, 'functions/tsconfig.json'),
    supported: { 'dynamic-import': false },
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outfile;
}

/**
 * The least time of a process that loads a module, in milliseconds. They take turns, so that whatever else the
 * machine is busy with delays none of them more than the others.
 */
function loadTimes(files: readonly string[], folder: string): ReadonlyMap<string, number> {
  const env = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    LAMBDA_TASK_ROOT: folder,
    SPENDWATCH_POLICY: 'policy.json',
    SPENDWATCH_CLOUD_URL: 'https://api.example.com',
    SPENDWATCH_TABLE: 'bench',
    SPENDWATCH_TOPIC_ARN: 'arn:aws:sns:eu-west-1:123456789012:bench',
    SPENDWATCH_KEY_PARAMETER: '/bench/key',
  };
  const least = new Map<string, number>();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const file of files) {
      const script = `await import(${JSON.stringify(pathToFileURL(file).href)})`;
      const start = performance.now();
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env });
      least.set(file, Math.min(least.get(file) ?? Number.POSITIVE_INFINITY, performance.now() - start));
    }
  }
  return least;
}
