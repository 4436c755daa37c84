import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { portOf } from '../support/served.ts';

/** A server that accepts messages as an incoming webhook of Slack does. */
export type Slack = { readonly url: string; readonly posts: readonly string[]; close(): Promise<void> };

export async function startSlack(): Promise<Slack> {
  const posts: string[] = [];
  const server = createServer(async (request, response) => {
    posts.push(await text(request));
    response.end('ok');
  });
  const url = `http://127.0.0.1:${await portOf(server)}/services/simulated-slack-address`;
  return { url, posts, close: async () => void server.close() };
}
