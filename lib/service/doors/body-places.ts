import type { HonoRequest } from 'hono';

/** Places for request bodies that are being received, so that no number of senders can fill the memory of the process. */
export type BodyPlaces = {
  /** Takes a place for a body of at most this size; `null` where the sender or all senders together hold too much. */
  take(sender: string, bytes: number): { free(): void } | null;
};

type PlaceLimits = {
  /** The most bytes of all bodies that are open at the same time. */
  readonly mostBytes: number;
  /** The most bodies of one sender that are open at the same time. */
  readonly mostEach: number;
};

export function bodyPlaces({ mostBytes, mostEach }: PlaceLimits): BodyPlaces {
  let held = 0;
  const heldBy = new Map<string, number>();
  return {
    take(sender, bytes) {
      const before = heldBy.get(sender) ?? 0;
      if (before >= mostEach || held + bytes > mostBytes) return null;
      held += bytes;
      heldBy.set(sender, before + 1);
      return {
        free() {
          held -= bytes;
          const left = (heldBy.get(sender) ?? 0) - 1;
          if (left > 0) heldBy.set(sender, left);
          else heldBy.delete(sender);
        },
      };
    },
  };
}

/** The seconds after which a sender that found no place may try again. */
const retryAfter = '5';

/**
 * Returns the size of a request's body in bytes, as its head declares it: `mostBytes` for a body of unknown or larger size, 0
 * for a request without a body.
 */
export function declaredSize(req: HonoRequest, mostBytes: number): number {
  const declared = req.header('content-length');
  if (declared !== undefined) return Math.min(Number(declared), mostBytes);
  return req.header('transfer-encoding') === undefined ? 0 : mostBytes;
}

/** Calls `receive`, which reads a body, while a place is held for the body; returns 503 where there is no place. */
export async function withPlace<T>(
  places: BodyPlaces,
  sender: string,
  size: number,
  receive: () => Promise<T>,
): Promise<T | Response> {
  if (size === 0) return receive();
  const place = places.take(sender, size);
  if (place === null) return new Response(null, { status: 503, headers: { 'retry-after': retryAfter } });
  try {
    return await receive();
  } finally {
    place.free();
  }
}
