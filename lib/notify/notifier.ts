import type { Message } from '../model/notification.ts';

/** What a route answered. */
export type Delivery =
  /** `note`: taken, but something is not as it should be. */
  | { readonly kind: 'delivered'; readonly note?: string }
  /** Taken, and nobody is known to receive it, as with a log: an action that it announces must not rest on that. */
  | { readonly kind: 'unconfirmed'; readonly note?: string }
  | { readonly kind: 'failed'; readonly because: string }
  /** It takes no message at all now, whatever is in it. */
  | { readonly kind: 'unavailable'; readonly because: string };

/** A way to reach people. Sending the same message again must carry the same id. */
export type Notifier = {
  /** Stored with each message it has taken, so it must not change while messages wait. */
  readonly route: string;
  send(message: Message): Promise<Delivery>;
  /** Tells whether somebody is known to receive this message now. Left out where that does not change. */
  hasReceiver?(message: Message): Promise<boolean>;
};
