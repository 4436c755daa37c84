import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { LiveFeed } from './live-feed.ts';

/** Sends the feed as server-sent events, after a first one with the version of the page that the server has. */
export const liveEvents = (context: Context, feed: LiveFeed, page: string): Response =>
  streamSSE(context, async (stream) => {
    const end = new AbortController();
    stream.onAbort(() => end.abort());
    await stream.writeSSE({ event: 'hello', data: page });
    for await (const event of feed.listen(end.signal)) await stream.writeSSE({ event, data: '' });
  });
