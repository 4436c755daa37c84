import type { Reader } from '../messages/message.ts';
import type { Notifier } from '../notifier.ts';
import type { Post, RouteClock } from './post.ts';
import { signedHeaders, webhookBody, webhookId } from './webhook-payload.ts';

type WebhookOptions = Reader & {
  readonly route: string;
  readonly url: () => Promise<string>;
  /** The secret that messages are signed with. */
  readonly secret: () => Promise<string>;
  readonly post: Post;
  readonly clock: Pick<RouteClock, 'now'>;
};

/** Posts messages as signed JSON to the operator's own receiver. */
export const webhookNotifier = ({
  route,
  url,
  secret,
  post,
  clock,
  ...reader
}: WebhookOptions): Notifier => ({
  route,
  send(message) {
    const body = webhookBody(message, reader);
    return post({
      name: 'webhook',
      address: url,
      body,
      headers: async () => {
        const key = await secret();
        // The secret comes from outside; invalid base64 would decode to an empty key.
        if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(key)) throw new TypeError('it is no webhook secret');
        return signedHeaders(webhookId(message), body, key, clock.now());
      },
    });
  },
});
