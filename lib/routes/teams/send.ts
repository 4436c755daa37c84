import { computeSpan, type Instant, later, milliseconds } from '../../model/time/time.ts';
import { incidentLine } from '../../notify/messages/incident.ts';
import { buildMessageDocument, type Reader } from '../../notify/messages/message.ts';
import type { Message } from '../../state/notification.ts';
import type { RouteClock } from '../post.ts';
import { readReplyVerdict, refusedInWords } from '../reply.ts';
import type { RouteOpener } from '../route.ts';
import { type TeamsBody, teamsSettings } from './settings.ts';
import { buildCard, type Card } from './teams-card.ts';

/**
 * Starts a workflow of Microsoft Teams that posts to a channel or chat. It replies with 202 when it starts and never reports
 * whether it has posted, so no message counts as received.
 */
export const openTeams: RouteOpener<'teams'> =
  ({ read, post, clock }) =>
  ({ url, body }, { route, ...reader }) => {
    const turn = createRateLimiter(clock, teamsSettings.limits.perSecond);
    return {
      route,
      async send(message) {
        const content = JSON.stringify(teamsPayload(message, body, reader));
        const delivery = await post({
          name: 'Teams',
          address: read(url),
          content: async () => {
            await turn();
            return { body: content, headers: {} };
          },
          reasonIn: (reply) => /"code":\s*"(\w{3,60})"/.exec(reply)?.[1],
          // A workflow answers with nothing, or with what its author lets it answer.
          doubtIn: (reply) => (readReplyVerdict(reply).took === false ? refusedInWords : null),
        });
        return delivery.kind === 'delivered' ? { kind: 'unconfirmed' } : delivery;
      },
    };
  };

/**
 * The share of the limit that a card may have. Teams counts more than it is sent: 28,897 bytes for a request of 24,453 in
 * https://github.com/MicrosoftDocs/msteams-docs/issues/11274.
 */
const share = 0.7;

type MessageWithCard = {
  readonly type: 'message';
  readonly attachments: readonly [
    {
      readonly contentType: 'application/vnd.microsoft.card.adaptive';
      readonly contentUrl: null;
      readonly content: Card;
    },
  ];
};

/** Returns the payload for a workflow. Workflows have no threads, so each message names its incident. */
export function teamsPayload(message: Message, body: TeamsBody, reader: Reader): Card | MessageWithCard {
  const content = buildCard(
    buildMessageDocument(message, reader),
    incidentLine(message),
    teamsSettings.limits.bytes * share,
  );
  if (body === 'card') return content;
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

/** Returns a function that waits until another request is within the rate. Concurrent calls proceed in order. */
export function createRateLimiter(clock: RouteClock, perSecond: number): () => Promise<void> {
  const gap = milliseconds(Math.ceil(1_000 / perSecond));
  let next: Instant | undefined;
  return async () => {
    const now = clock.now();
    const turn = next === undefined || next < now ? now : next;
    next = later(turn, gap);
    if (turn > now) await clock.sleep(computeSpan(now, turn));
  };
}
