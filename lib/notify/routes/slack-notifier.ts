import type { Notifier } from '../notifier.ts';
import type { Post } from './post.ts';
import { type SlackReader, slackPayload } from './slack-payload.ts';

type SlackOptions = SlackReader & {
  readonly route: string;
  /** The URL of an incoming webhook. */
  readonly url: () => Promise<string>;
  readonly post: Post;
};

/** Posts to a Slack channel through its incoming webhook. */
export const slackNotifier = ({ route, url, post, ...reader }: SlackOptions): Notifier => ({
  route,
  send(message) {
    const body = JSON.stringify(slackPayload(message, reader));
    return post({
      name: 'Slack',
      address: url,
      content: async () => ({ body, headers: {} }),
      reasonIn: (reply) => /^[a-z_]{2,40}$/.exec(reply.trim())?.[0],
    });
  },
});
