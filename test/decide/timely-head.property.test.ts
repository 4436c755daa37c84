import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { believedHead } from '../../lib/decide/believed-head.ts';
import { timelyHead } from '../../lib/decide/timely-head.ts';
import { TargetId } from '../../lib/model/ids.ts';
import { StoredCharge, StoredMoney, StoredPrice } from '../../lib/model/money/money.ts';
import { StoredResourcePrice } from '../../lib/model/money/price.ts';
import { days, earlier, earliest, hours, Instant, later } from '../../lib/model/time/time.ts';
import { Head } from '../../lib/state/head.ts';
import { arbitraryOf } from '../support/arbitrary-of.ts';
import { aPolicy } from '../support/builders/policy-builders.ts';
import { runs } from '../support/tier.ts';
import { on } from '../support/timeline.ts';

const now = on('10:00');
const ahead = [1, 18, 400].map((count) => later(now, days(count)));
const isFuture = new Set<unknown>(ahead);
const likely = new Map<z.ZodType, fc.Arbitrary<unknown>>([
  [Instant, fc.constantFrom(earlier(now, days(1)), ...ahead)],
  [TargetId, fc.constant('project/research')],
  ...[StoredMoney, StoredPrice, StoredCharge, StoredResourcePrice].map(
    (figure) => [figure, fc.constant('1')] as const,
  ),
]);
/** Money and its history depend on the last observation, whose time is right here. */
const anyHead = arbitraryOf(Head, likely).map(
  (head): Head => ({
    ...{ ...head, observation: null, meters: null, closedHours: [], report: null },
    pastSpend: head.pastSpend && {
      ...head.pastSpend,
      ...{ measuredSince: now, until: now, reached: now, open: [] },
    },
    pendingWrites: { ...head.pendingWrites, buffered: [], meters: [] },
  }),
);

/** Returns the path of each time of the future, with `*` for keys of records and places in lists. */
function futureIn(value: unknown, path = ''): readonly string[] {
  if (isFuture.has(value)) return [path.slice(1)];
  if (Array.isArray(value)) return value.flatMap((one) => futureIn(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => futureIn(one, `${path}.${name}`));
}

/** Times that are planned, times that the cloud reports, and times in notifications, which stay as they were sent. */
const mayLieAhead = [
  /^orders\[\]\.until$/,
  /^intents\[\]\.(expiresAt|createdAt)$/,
  /^(alerts|stops)\[\]\.(createdAt|retryAfter|lostAt)$/,
  /^alerts\[\]\.announcement\.notBefore$/,
  /^outbox\[\]\.notifications\[\]\./,
  /^pendingWrites\.journal\[\]\./,
];
const misplaced = (head: Head, more: readonly RegExp[] = []): readonly string[] =>
  futureIn(head).filter((path) => ![...mayLieAhead, ...more].some((form) => form.test(path)));

describe('invariant 10: nothing that has already happened is recorded at a time in the future', () => {
  it('in a believed head, whatever a clock that was ahead wrote', () => {
    const past = { observations: [], hours: [], days: [] };
    const context = { policy: aPolicy(), carry: hours(3), now };
    const believes = (head: Head) => {
      expect(misplaced(believedHead(head, past, context))).toEqual([]);
    };
    fc.assert(fc.property(anyHead, believes), runs(200));
  });

  it('in a timely head, except for the times of polls and of parts, which only a head from the future has', () => {
    const polls =
      /^(askedAt|seenAt|failingSince|unsupported|deferredUsage|unknownFacts|pastSpend|days|unmetered|(beganAt|polledAt|reportedUntil|usageUntil)$)/;
    const isTimely = (head: Head) => {
      expect(
        misplaced(
          timelyHead(head, (at) => earliest(at, now)),
          [polls],
        ),
      ).toEqual([]);
    };
    fc.assert(fc.property(anyHead, isTimely), runs(200));
  });
});
