import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { FunctionName } from '../infra/bundles.ts';
import { portOf } from '../support/served.ts';
import type { RunningStack } from './deployed-stack.ts';
import type { Moto } from './moto.ts';

const Policy = z.object({
  Statement: z.array(
    z.looseObject({
      Action: z.string(),
      Principal: z.unknown(),
      FunctionUrlAuthType: z.string().optional(),
      InvokedViaFunctionUrl: z.boolean().optional(),
    }),
  ),
});
const Reply = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/** The largest request that Lambda takes. */
const mostBytes = 6 * 2 ** 20;

/** `known` is the address that the deployment knows it by. */
export type FunctionUrl = { readonly url: string; readonly known: string; close(): void };

/**
 * Serves the function URL that a deployment has, as Lambda does: it hands requests of anybody to the function only where
 * its policy grants both actions to all, in payload format 2.0.
 */
export async function serveFunctionUrl(
  moto: Moto,
  stack: RunningStack,
  name: FunctionName,
): Promise<FunctionUrl> {
  const path = `functions/${stack.nameOf(name)}`;
  const config = await moto.request('lambda', 'GET', `/2021-10-31/${path}/url`);
  const { AuthType, FunctionUrl } = z
    .object({ AuthType: z.string(), FunctionUrl: z.url() })
    .parse(JSON.parse(config));
  const policy = JSON.parse(await moto.request('lambda', 'GET', `/2015-03-31/${path}/policy`)).Policy;
  const { Statement } = Policy.parse(JSON.parse(policy));
  const all = Statement.filter(({ Principal }) => Principal === '*');
  // Since October 2025 both: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
  const isOpen =
    AuthType === 'NONE' &&
    all.some((own) => own.Action === 'lambda:InvokeFunctionUrl' && own.FunctionUrlAuthType === AuthType) &&
    all.some((own) => own.Action === 'lambda:InvokeFunction' && own.InvokedViaFunctionUrl === true);
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (!isOpen) return void response.writeHead(403).end('{"Message":"Forbidden"}');
    if (body.byteLength > mostBytes)
      return void response.writeHead(413).end('{"Message":"Request too large"}');
    const ended = await stack.invoke(name, eventOf(request, body, new URL(FunctionUrl).host)).catch(String);
    // Lambda would report only that it failed.
    if (typeof ended === 'string') return void response.writeHead(502).end(ended);
    const reply = Reply.parse(ended.result);
    response
      .writeHead(reply.statusCode, reply.headers)
      .end(Buffer.from(reply.body, reply.isBase64Encoded ? 'base64' : 'utf8'));
  });
  const url = `http://127.0.0.1:${await portOf(server)}`;
  return { url, known: FunctionUrl, close: () => void server.close() };
}

/** The event of a request, by https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads */
function eventOf(request: IncomingMessage, body: Buffer, domainName: string): object {
  const { pathname: rawPath, search } = new URL(request.url ?? '/', `https://${domainName}`);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([key, value]) => [key, String(value)]),
  );
  const isText = /^(text\/|application\/(json|xml|javascript))/.test(headers['content-type'] ?? '');
  const isBase64Encoded = !isText || headers['content-encoding'] !== undefined;
  const [apiId] = domainName.split('.');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: search.slice(1),
    headers: { ...headers, host: domainName, 'x-forwarded-proto': 'https' },
    requestContext: {
      accountId: 'anonymous',
      apiId,
      domainName,
      http: { method: request.method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
    },
    ...(body.byteLength > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}
