import type { Message } from '../state/notification.ts';

/** The outcome of a delivery on a route. */
export type Delivery =
  /** `note`: delivered, but something needs attention. */
  | { readonly kind: 'delivered'; readonly note?: string }
  /** Delivered without a known receiver, as to a log: it does not announce an action. */
  | { readonly kind: 'unconfirmed'; readonly note?: string }
  | { readonly kind: 'failed'; readonly because: string }
  /**
   * The receiver answered without confirming the message in its own words. It may have shown the message, so
   * repeats become ever rarer.
   */
  | { readonly kind: 'unacknowledged'; readonly because: string }
  /** The route delivers no message now, whatever its content. */
  | { readonly kind: 'unavailable'; readonly because: string };

/** A way to notify people. Sending the same message again must carry the same id. */
export type Notifier = {
  /** The route's name. It is stored with each delivered message, so it must not change while messages are pending. */
  readonly route: string;
  send(message: Message): Promise<Delivery>;
  /** True if this message now has a known receiver. Absent if that does not change. */
  hasReceiver?(message: Message): Promise<boolean>;
};
