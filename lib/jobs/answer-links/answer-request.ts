import type { HttpReply } from '../../model/received-request.ts';
import type { Post } from '../../routes/post.ts';
import type { LinkPorts } from './give-answer.ts';

export type AnswerReply = HttpReply<200 | 400 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 503>;

/** Returns the text for people while the ledger, the policy or a secret is unavailable. An answer may be recorded or not. */
export const notNow = (again: string): string =>
  `spendwatch cannot use its ledger, its policy or a secret at the moment. ${again} again in a few minutes. However often you do, the answer is recorded at most once.`;

/** The alternative for people whose link or button can no longer be used. */
export const insteadOfThis = 'Use a newer message, or the command line.';
export const nothingRecorded = 'Nothing was recorded.';
export const nothingMore = 'Nothing more was recorded. To change the answer, use the command line.';

/** A Slack app whose buttons give answers. */
export type SlackApp = {
  readonly signingSecret: string;
  /** Reads the bot token, which is needed to open forms; `null` if there is none. */
  readonly botToken: (() => Promise<string>) | null;
  readonly post: Post;
};

export type AnswerPorts = Pick<LinkPorts, 'now' | 'pollEvery'> & {
  /** The secret that links are sealed with. */
  readonly secret: string;
  /** Opens the ledger and reads the policy; called only for a valid link. */
  readonly open: <T>(work: (opened: Pick<LinkPorts, 'ledger' | 'policy'>) => Promise<T>) => Promise<T>;
  /** Called if the ledger, the policy or the Slack app cannot be used. */
  readonly onFailure: (error: unknown) => void;
  /** Returns the Slack app whose buttons give answers; called only for a press, because links work without it. */
  readonly slack?: (() => Promise<SlackApp>) | null;
};
