import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type AnswerPages as Pages, serveAnswer } from '../jobs/answer-links/receive-answer.ts';
import { mostSlackBytes } from '../jobs/answer-links/receive-slack.ts';
import type { Instant } from '../model/time/time.ts';

/** The ports that the pages of answer links need. */
export type AnswerPages = Omit<Pages, 'now'> & { readonly now: () => Instant };

/**
 * Serves the pages of answer links. They need no other admission: a link authenticates itself, and a host name adds no
 * proof.
 */
export function answerRoutes({ now, ...ports }: AnswerPages): Hono {
  const app = new Hono();
  const tooLarge = () => new Response(null, { status: 413 });
  app.all('/answer/*', bodyLimit({ maxSize: mostSlackBytes, onError: tooLarge }), async ({ req }) => {
    const { status, headers, body } = await serveAnswer(
      { ...ports, now: now() },
      {
        method: req.method,
        path: req.path,
        headers: req.header(),
        body: new Uint8Array(await req.arrayBuffer()),
      },
    );
    return new Response(body, { status, headers });
  });
  return app;
}
