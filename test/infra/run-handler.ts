import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Invocation = {
  /** The bundle's folder. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The address of everything of AWS. */
  readonly aws: string;
  readonly event?: unknown;
  /** The remaining time when it begins and when it ends, in milliseconds. */
  readonly time?: readonly [number, number];
};

/** What the handler returned, and the lines that it wrote. */
export type Ended = { readonly result: unknown; readonly lines: readonly string[] };

/** Runs a bundled handler as Lambda does: a process of its own, everything from the environment. */
export async function runHandler({
  folder,
  variables,
  aws,
  event = {},
  time = [300_000, 299_000],
}: Invocation): Promise<Ended> {
  const script = `const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, 'index.js')).href)});
    const times = ${JSON.stringify(time)};
    const context = { getRemainingTimeInMillis: () => times.length > 1 ? times.shift() : times[0] };
    // An error that nobody catches is printed with the line it was thrown on, which in a bundle is all of the code.
    const fail = (error) => { console.error(error); process.exitCode = 1; };
    await handler(${JSON.stringify(event)}, context).then((result) => console.log(JSON.stringify(result ?? null)), fail);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: {
      AWS_ACCESS_KEY_ID: 'AKIA',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-west-1',
      AWS_ENDPOINT_URL: aws,
      LAMBDA_TASK_ROOT: folder,
      ...variables,
    },
  });
  const lines = stdout.trimEnd().split('\n');
  return { result: JSON.parse(lines.at(-1) ?? ''), lines: lines.slice(0, -1) };
}
