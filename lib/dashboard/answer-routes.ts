import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AnswerReply } from '../jobs/answer-links/answer-request.ts';
import {
  admitAnswerPage,
  type AnswerPagePorts as Pages,
  serveAnswer,
} from '../jobs/answer-links/receive-answer.ts';
import { mostSlackBytes } from '../jobs/answer-links/receive-slack.ts';
import type { Instant } from '../model/time/time.ts';
import { bodyPlaces, declaredSize, withPlace } from '../service/doors/body-places.ts';

/** The ports that the pages of answer links need. */
export type DashboardAnswerPages = Omit<Pages, 'now'> & { readonly now: () => Instant };

/** Room for eight requests of Slack at the same time, and for four of one link. */
const placeLimits = { mostBytes: 8 * mostSlackBytes, mostEach: 4 };

/**
 * Serves the pages of answer links. They need no other admission: a link authenticates itself, and a host name adds no
 * proof. Nothing of a body is read before its link, or the form of Slack's signature, is known to be valid.
 */
export function answerRoutes({ now, ...ports }: DashboardAnswerPages): Hono {
  const app = new Hono();
  const places = bodyPlaces(placeLimits);
  const tooLarge = () => new Response(null, { status: 413 });
  const responseOf = ({ status, headers, body }: AnswerReply) => new Response(body, { status, headers });
  const headOf = (req: HonoRequest) => ({ method: req.method, path: req.path, headers: req.header() });
  app.use('/answer/*', async ({ req }, next) => {
    const admission = await admitAnswerPage({ ...ports, now: now() }, headOf(req));
    if (admission.kind === 'refused') return responseOf(admission.reply);
    return withPlace(places, admission.sender, declaredSize(req, mostSlackBytes), next);
  });
  app.all('/answer/*', bodyLimit({ maxSize: mostSlackBytes, onError: tooLarge }), async ({ req }) => {
    const body = new Uint8Array(await req.arrayBuffer());
    return responseOf(await serveAnswer({ ...ports, now: now() }, { ...headOf(req), body }));
  });
  return app;
}
