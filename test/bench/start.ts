import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { buildOptions } from '../../bin/build-functions.ts';
import { buildPolicy } from '../../lib/config/deployment/built-policy.ts';
import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { startAwsStandIn } from './aws-stand-in.ts';
import { type Figure, ms, ratio } from './figure.ts';

const turns = 15;
const root = resolve(import.meta.dirname, '../..');
const clients = `
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
const [ledger] = [new DynamoDBClient({ credentials }), new SNSClient({ credentials })];
`;
const question = `
const asked = { TableName: 'bench', KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': { S: '' } } };
export const handler = () => ledger.send(new QueryCommand(asked));
`;

/** Those that ask DynamoDB, and what tells of alarms. */
const asking = ['watch', 'act', 'digest'];
const jobs = [...asking, 'alarm'];

/**
 * How long a bundled function takes to load and connect, and from its start to DynamoDB's first answer, beside a
 * bundle that only makes the two SDK clients, and one that asks one question as well.
 */
export async function benchStart(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-bench-'));
  try {
    const policy = readPolicy(readFileSync(join(root, 'docs/spendwatch.example.yaml'), 'utf8'), 'example');
    await writeFile(join(folder, 'policy.json'), buildPolicy(policy));
    const bundled = (name: string, contents: string, options?: BuildOptions) =>
      bundle(contents, { ...options, outfile: join(folder, `${name}.js`) });
    const empty = await bundled('empty', '');
    const sdk = await bundled('sdk', clients);
    const wholeSdk = await bundled('whole-sdk', clients, { alias: {} });
    const sdkAsking = await bundled('sdk-asking', clients + question);
    const files = new Map<string, string>();
    for (const job of jobs) files.set(job, await bundled(job, `export * from './functions/${job}.ts';`));
    const fileOf = (job: string) => files.get(job) ?? '';

    const env = environment(folder);
    const loads = await leastTimes([empty, sdk, wholeSdk, ...files.values()], (file) =>
      timeToLoad(file, env),
    );
    const answers = await leastTimes([sdkAsking, ...asking.map(fileOf)], (file) => timeToAnswer(file, env));
    const [base, alone] = [loads(empty), loads(sdk)];
    const figures: Figure[] = [
      {
        what: 'making the SDK clients alone',
        figure: `${ms(alone - base)} over an empty module, which takes ${ms(base)}`,
      },
      {
        what: 'the same with all that the SDK brings along',
        figure: `${ms(loads(wholeSdk) - base)}, ${ratio(loads(wholeSdk) - base, alone - base)} of that`,
      },
      {
        what: 'the clients with one question, from its start to the answer',
        figure: `${ms(answers(sdkAsking))}, ${ratio(answers(sdkAsking), alone)} of making them`,
      },
    ];
    for (const [job, file] of files) {
      const { size } = await stat(file);
      figures.push({
        what: `loading ${job} (${Math.round(size / 1_024)} kB), all connected`,
        figure: `${ratio(loads(file) - base, alone - base)} of the clients; with the start of Node ${ratio(loads(file), alone)}`,
        ...(job === 'alarm' && { goal: '≤ 1.5 x' }),
      });
    }
    for (const job of asking) {
      const time = answers(fileOf(job));
      figures.push({
        what: `from the start of ${job} to its first answer`,
        figure: `${ms(time)}, ${ratio(time, alone)} of making the clients, ${ratio(time, answers(sdkAsking))} of their own`,
        goal: '≤ 1.5 x',
      });
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function bundle(contents: string, options: BuildOptions & { outfile: string }): Promise<string> {
  await build({
    ...buildOptions,
    stdin: { contents, resolveDir: root, loader: 'ts' },
    target: 'node20',
    logLevel: 'error',
    ...options,
  });
  return options.outfile;
}

const environment = (folder: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: '--enable-source-maps',
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
});

/**
 * The least time of each file, in milliseconds. They take turns, so that whatever else the machine is busy with
 * delays none of them more than the others.
 */
async function leastTimes(
  files: readonly string[],
  time: (file: string) => Promise<number>,
): Promise<(file: string) => number> {
  const least = new Map<string, number>();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const file of files)
      least.set(file, Math.min(least.get(file) ?? Number.POSITIVE_INFINITY, await time(file)));
  }
  return (file) => least.get(file) ?? Number.NaN;
}

/** Of a process that loads a file as Lambda does, and ends. */
async function timeToLoad(file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  await promisify(execFile)(process.execPath, ['--eval', `require(${JSON.stringify(file)})`], { env });
  return performance.now() - start;
}

/** Until DynamoDB has answered for the first time; the process is ended then. */
async function timeToAnswer(file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const aws = await startAwsStandIn();
  const start = performance.now();
  const call = `require(${JSON.stringify(file)}).handler({}, { getRemainingTimeInMillis: () => 300_000 })`;
  const child = spawn(process.execPath, ['--eval', call], {
    env: { ...env, AWS_ENDPOINT_URL: aws.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const answered = await Promise.race([aws.answered, ended]);
  child.kill();
  await ended;
  aws.close();
  if (typeof answered !== 'number') throw new Error(`${file} has asked nothing`);
  return answered - start;
}
