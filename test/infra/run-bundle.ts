import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { markedKey } from '../support/api-key.ts';
import { portOf } from '../support/served.ts';
import { type Ended, type Invocation, runHandler } from './run-handler.ts';

/** The outcome of a run: what the handler returned, which keys it read, and what it sent to the cloud. */
export type BundleRun = Ended & { readonly parameters: string[]; readonly shown: string[] };

export type World = Partial<Invocation> & {
  readonly folder: string;
  /** The keys that the parameter holds, one after the other; by default its name is in it. */
  readonly keys?: readonly string[];
  /** A key that the cloud no longer accepts. */
  readonly revoked?: string;
  /** Collects which keys it reads, for a run that fails and returns nothing. */
  readonly parameters?: string[];
};

/**
 * Runs a bundled handler beside a server of this test that stands for AWS, with an empty table, and
 * for a cloud without projects.
 */
export async function runBundle({
  keys = [],
  revoked,
  parameters = [],
  variables,
  ...invocation
}: World): Promise<BundleRun> {
  const shown: string[] = [];
  const answer = async (request: IncomingMessage): Promise<{ status?: number; body: unknown }> => {
    const body = await text(request);
    switch (request.headers['x-amz-target']) {
      case 'AmazonSSM.GetParameter': {
        const { Name } = z
          .object({ Name: z.string(), WithDecryption: z.literal(true) })
          .parse(JSON.parse(body));
        const Value = keys[parameters.length] ?? markedKey(`of-${Name}`);
        parameters.push(Name);
        return { body: { Parameter: { Name, Value } } };
      }
      case 'DynamoDB_20120810.Query':
        return { body: { Items: [], Count: 0, ScannedCount: 0 } };
      case 'DynamoDB_20120810.GetItem':
      case 'DynamoDB_20120810.PutItem':
        return { body: {} };
      default: {
        shown.push(`${request.url} ${request.headers.authorization}`);
        const isRevoked = revoked !== undefined && request.headers.authorization === `Bearer ${revoked}`;
        if (!isRevoked) return { body: { projects: [], billingAccounts: [] } };
        return { status: 401, body: { code: 401, status: 'UNAUTHENTICATED', message: 'no such key' } };
      }
    }
  };
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status = 200, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  const aws = `http://127.0.0.1:${await portOf(server)}`;
  try {
    const ended = await runHandler({
      ...invocation,
      aws,
      variables: { SPENDWATCH_CLOUD_URL: aws, SPENDWATCH_TABLE: 'ledger', ...variables },
    });
    return { ...ended, parameters, shown };
  } finally {
    server.close();
  }
}
