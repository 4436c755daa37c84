import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { LiveFeed } from './live-feed.ts';

/** Words of the feed as server-sent events, after one that says which page this server has. */
export const liveEvents = (context: Context, feed: LiveFeed, page: string): Response =>
  streamSSE(context, async (stream) => {
    const end = new AbortController();
    stream.onAbort(() => end.abort());
    await stream.writeSSE({ event: 'hello', data: page });
    for await (const word of feed.listen(end.signal)) await stream.writeSSE({ event: word, data: '' });
  });
