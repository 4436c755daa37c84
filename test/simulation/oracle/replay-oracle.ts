import { isDeepStrictEqual } from 'node:util';
import { createFleetContextBuilder } from '../../../lib/decide/fleet-context.ts';
import { takeTurn } from '../../../lib/decide/turn.ts';
import type { Past } from '../../../lib/decide/turn-input.ts';
import { Part, type PollResult } from '../../../lib/model/facts/observation.ts';
import type { UsageSamples } from '../../../lib/model/facts/usage.ts';
import type { TargetId } from '../../../lib/model/ids.ts';
import { type Instant, instant, minutes } from '../../../lib/model/time/time.ts';
import { firstHead, type Head } from '../../../lib/state/head.ts';
import type { Override } from '../../../lib/state/override.ts';
import type { Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import type { Case } from './violation.ts';

/**
 * Checks invariant 10: the same head, observation, history, policy and time make the same next head. It replays turns
 * from what was stored and read, one in `oneIn`.
 */
export function replayOracle({ accuse, now }: Pick<Case, 'accuse' | 'now'>, oneIn: number): Observer {
  const readBy = new WeakMap<Process, WhatWasRead>();
  let turns = 0;
  const of = (process: Process): WhatWasRead => {
    const known = readBy.get(process) ?? {
      heads: [],
      overrides: [],
      asOf: instant(0),
      pasts: new Map(),
      used: new Set(),
      told: new Map(),
    };
    readBy.set(process, known);
    return known;
  };
  const pastOf = (process: Process, target: TargetId): Past => of(process).pasts.get(target) ?? nothingRead;

  /** Data read after a turn was taken belong to the next attempt. */
  function newestPast(process: Process, target: TargetId): Past {
    const { used } = of(process);
    return used.delete(target) ? nothingRead : pastOf(process, target);
  }

  return {
    headsRead(process, heads) {
      of(process).heads = heads;
    },
    overridesRead(process, overrides, asOf) {
      of(process).overrides = overrides;
      of(process).asOf = asOf;
    },
    samplingsRead(process, target, samplings) {
      of(process).pasts.set(target, { ...newestPast(process, target), samplings });
    },
    useRead(process, target, use) {
      of(process).pasts.set(target, { ...newestPast(process, target), use: use ?? undefined });
    },
    recorded(process, { target, sampling, use }) {
      of(process).told.set(target, sampling);
      // A second attempt that reads nothing uses nothing.
      const { pasts, used } = of(process);
      if (used.has(target)) pasts.delete(target);
      if (use !== undefined) pasts.set(target, { ...pastOf(process, target), use });
      used.add(target);
    },
    metersRead(process, target, unit, meters) {
      const past = newestPast(process, target);
      of(process).pasts.set(target, unit === 'day' ? { ...past, days: meters } : { ...past, hours: meters });
    },
    committed(process, head, before) {
      if (process.job !== 'watch' || turns++ % oneIn !== 0) return;
      const { heads, overrides, asOf } = of(process);
      const known = before ?? firstHead(head.target);
      // A turn on a head from the future is based on history, and has no time of its own.
      if ((known.polledAt ?? 0) > now() + process.skew + minutes(10)) return;
      const asked = Part.options.filter((part) => head.askedAt[part] !== known.askedAt[part]);
      const pollResult = observationIn(head, known, of(process).told.get(head.target) ?? null);
      const read = withPendingWrites(pastOf(process, head.target), known);
      const samplings = pollResult.kind === 'project' && pollResult.usage.length > 0 ? read.samplings : [];
      const unsupported = head.unsupported.filter((unsupported) => !known.unsupported.includes(unsupported));
      const past = pollResult.kind === 'failed-poll' ? nothingRead : { ...read, samplings };
      const fleet = createFleetContextBuilder(heads, overrides, process.orders.policy, asOf)(head.target);
      const again = takeTurn({ head: known, pollResult, asked, unsupported, past, fleet, ...process.orders });
      if (!isDeepStrictEqual(again.head, head))
        accuse(10, `${head.target}: turn ${head.seq} comes out otherwise when taken again`);
    },
  };
}

type WhatWasRead = {
  heads: readonly Head[];
  overrides: readonly Override[];
  /** The time of the fleet context. */
  asOf: Instant;
  readonly pasts: Map<TargetId, Past>;
  /** Targets with a turn from the data read. */
  readonly used: Set<TargetId>;
  /** The usage samples of the current turn. */
  readonly told: Map<TargetId, UsageSamples | null>;
};
const nothingRead: Past = { samplings: [], days: null, hours: null };

/** Adds what the last turn closed, which is in its head, and in history only from this turn on. */
function withPendingWrites({ days, hours, ...others }: Past, { pendingWrites }: Head): Past {
  const merged = (read: Past['days'], unit: 'day' | 'hour'): Past['days'] => {
    const known = new Set(read?.map(({ period }) => period.from));
    const waiting = pendingWrites.meters.filter(
      ({ period }) => period.unit === unit && !known.has(period.from),
    );
    return read && [...read, ...waiting];
  };
  return { ...others, days: merged(days, 'day'), hours: merged(hours, 'hour') };
}

/** Returns the observation of a head, which holds all of it but the usage samples. */
function observationIn(head: Head, before: Head, told: UsageSamples | null): PollResult {
  if (head.failedPolls === 0 && head.observation !== null) {
    const { observation } = head;
    return told === null || observation.kind !== 'project'
      ? observation
      : { ...observation, usage: [...told.usage] };
  }
  const [askedAt] = Part.options.flatMap((part) =>
    head.askedAt[part] !== before.askedAt[part] ? [head.askedAt[part]] : [],
  );
  const scope = head.failureScope === null ? {} : { scope: head.failureScope };
  return {
    kind: 'failed-poll',
    at: askedAt ?? head.polledAt ?? instant(0),
    because: head.failedBecause ?? '',
    ...scope,
  };
}
