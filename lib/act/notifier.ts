import type { Message } from '../model/notice.ts';

/** What a route answered. */
export type Delivery = { readonly kind: 'delivered' } | { readonly kind: 'failed'; readonly because: string };

/** A way to reach people. Sending the same message again must carry the same id. */
export type Notifier = {
  /** Stored with each message it has taken, so it must not change while messages wait. */
  readonly route: string;
  send(message: Message): Promise<Delivery>;
};
