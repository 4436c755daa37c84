import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);

/** What came of a run: what the handler gave back, which keys it read, and what it showed the cloud. */
export type BundleRun = { readonly result: unknown; readonly parameters: string[]; readonly shown: string[] };

/**
 * Runs a bundled handler as Lambda does: a process of its own, everything from the environment. A
 * server of this test stands for AWS, with an empty table, and for a cloud without projects.
 */
export async function runBundle(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<BundleRun> {
  const parameters: string[] = [];
  const shown: string[] = [];
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const body = await text(request);
    switch (request.headers['x-amz-target']) {
      case 'AmazonSSM.GetParameter': {
        const { Name } = z
          .object({ Name: z.string(), WithDecryption: z.literal(true) })
          .parse(JSON.parse(body));
        parameters.push(Name);
        return { Parameter: { Name, Value: `key of ${Name}`.replaceAll(' ', '-') } };
      }
      case 'DynamoDB_20120810.Query':
        return { Items: [], Count: 0, ScannedCount: 0 };
      case 'DynamoDB_20120810.GetItem':
        return {};
      default:
        shown.push(`${request.url} ${request.headers.authorization}`);
        return { projects: [], billingAccounts: [] };
    }
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (reply) => response.setHeader('content-type', 'application/json').end(JSON.stringify(reply)),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const address = `http://127.0.0.1:${port}`;
  const script = `const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, 'index.mjs')).href)});
    console.log(JSON.stringify(await handler({}, {})));`;
  try {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
      env: {
        AWS_ACCESS_KEY_ID: 'AKIA',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_REGION: 'eu-west-1',
        AWS_ENDPOINT_URL: address,
        LAMBDA_TASK_ROOT: folder,
        SPENDWATCH_CLOUD_URL: address,
        SPENDWATCH_TABLE: 'ledger',
        ...variables,
      },
    });
    return { result: JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''), parameters, shown };
  } finally {
    server.close();
  }
}
