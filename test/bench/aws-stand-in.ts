import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { portOf } from '../support/served.ts';

/** Answers as AWS does, at once: a table without items, and a key. */
export type AwsStandIn = {
  readonly url: string;
  /** When DynamoDB had first answered, as `performance` has it. */
  readonly answered: Promise<number>;
  close(): void;
};

export async function startAwsStandIn(): Promise<AwsStandIn> {
  const server = createServer();
  const answered = new Promise<number>((resolve) => {
    server.on('request', async (request, response) => {
      await text(request).catch(() => '');
      const operation = String(request.headers['x-amz-target']);
      const isKey = operation.startsWith('AmazonSSM.');
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(isKey ? { Parameter: { Value: 'a-key-of-this-bench' } } : { Items: [] }));
      if (!isKey) resolve(performance.now());
    });
  });
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, answered, close };
}
