import type { MessageId } from '../../../../lib/model/ids.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Message } from '../../../../lib/state/notification.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';

export type Delivery = {
  readonly route: string;
  readonly at: Instant;
  readonly process: Process;
  readonly message: Message;
  readonly isHeard: boolean;
};

/** Records everything that was really delivered. */
export function deliveryBook(now: () => Instant) {
  const byMessage = new Map<MessageId, Delivery[]>();
  const observer: Observer = {
    delivered(process, route, message, isHeard) {
      const known = byMessage.get(message.id) ?? [];
      byMessage.set(message.id, [...known, { route, at: now(), process, message, isHeard }]);
    },
  };
  const of = (id: MessageId): readonly Delivery[] => byMessage.get(id) ?? [];
  /** Returns when the last of the routes had delivered it; `null` while one has not. */
  function reachedAll(id: MessageId, routes: readonly string[]): Instant | null {
    const firsts = routes.map((route) => of(id).find((delivery) => delivery.route === route)?.at);
    let latest: Instant | null = null;
    for (const at of firsts) {
      if (at === undefined) return null;
      if (latest === null || at > latest) latest = at;
    }
    return latest;
  }
  /** Returns when somebody could first have received it; `null` if nobody could. */
  const heardAt = (id: MessageId): Instant | null => of(id).find(({ isHeard }) => isHeard)?.at ?? null;
  return { observer, of, reachedAll, heardAt, all: () => byMessage };
}
export type DeliveryBook = ReturnType<typeof deliveryBook>;
