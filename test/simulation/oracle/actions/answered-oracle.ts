import { earlier, type Instant, later, milliseconds, seconds } from '../../../../lib/model/time/time.ts';
import type { Override } from '../../../../lib/state/override.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import type { ActionRequest } from '../../world/witness.ts';
import { answers, keeps, pauses } from '../override-book.ts';
import { startsAs } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import type { Birth, IntentBook } from './intent-book.ts';

type Stored = { readonly override: Override; readonly order: number; readonly storedAt: Instant };

/** The age that what was read may have when a request goes out. */
const freshFor = seconds(4);

/**
 * Checks invariant 25: what a person answered before a run claimed an action, or before its last read, holds for the
 * request; and nobody's confirmed keep is shortened by one that was judged before it.
 */
export function answeredOracle({ accuse, now, scenario }: Case, intents: IntentBook): Observer {
  let order = 0;
  const stored = new Map<string, Stored>();
  /** The order of the claims of a run, by intent. */
  const claims = new WeakMap<Process, Map<string, number>>();
  const longest = new Map<string, Override>();

  return {
    overridden(override) {
      order += 1;
      stored.set(override.id, { override, order, storedAt: now() });
    },
    withdrawn: (id) => {
      stored.delete(id);
      longest.delete(id);
    },
    committed(process, head, before) {
      order += 1;
      const known = claims.get(process) ?? new Map<string, number>();
      claims.set(process, known);
      for (const { id, state } of head.intents) {
        const was = before?.intents.find((intent) => intent.id === id)?.state.kind;
        if (state.kind === 'claimed' && was !== 'claimed') known.set(id, order);
      }
    },
    acted(request) {
      const birth = intents.claimOf(request);
      if (birth === undefined) return;
      const claimed = claims.get(request.process)?.get(birth.intent.id) ?? 0;
      for (const { override, order: placed, storedAt } of stored.values()) {
        const isBefore = placed < claimed || storedAt < earlier(request.askedAt, freshFor);
        const isOver = override.until <= later(request.at, milliseconds(2 * scenario.skew));
        if (!isBefore || isOver || !prevents(override, request, birth)) continue;
        const { action, subject } = request;
        accuse(25, `the ${action} of ${subject} came after somebody’s ${override.kind} was recorded`);
      }
    },
    confirmed(override, after) {
      const before = longest.get(override.id);
      const isLonger = before === undefined || before.until <= override.until;
      longest.set(override.id, isLonger ? override : before);
      const wanted = isLonger ? override : before;
      if (after === null || after.until < wanted.until)
        accuse(25, `the confirmed keep of ${wanted.author} was replaced by one that was judged before it`);
    },
  };
}

function prevents(
  override: Override,
  { on, subject }: ActionRequest,
  { intent, announcement }: Birth,
): boolean {
  const isByRule = intent.by === null;
  switch (override.kind) {
    case 'keep':
      return keeps(subject)(override);
    case 'pause':
      return pauses(on.project)(override);
    case 'answer':
      return (
        isByRule &&
        override.verdict === 'denied' &&
        announcement !== null &&
        answers(announcement.message, subject)(override)
      );
    case 'silence': {
      const { rule, subject: about, match } = override.alerts;
      const isOfRule = rule === undefined || startsAs(rule, intent.rule);
      const isOfIt = match === undefined && (about === undefined || startsAs(about, subject));
      return isByRule && isOfRule && isOfIt;
    }
    case 'order':
    case 'forget':
    case 'belief':
      return false;
  }
}
