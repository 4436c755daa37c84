import { claimIntent, holdIntents, recordOutcome } from '../decide/after-act.ts';
import { type CapsDecision, checkCaps, counts } from '../decide/caps.ts';
import { pauseOf } from '../decide/guards.ts';
import type { Head } from '../model/head.ts';
import { targetOf } from '../model/ids.ts';
import type { Instruction } from '../model/instruction.ts';
import type { Intent } from '../model/intent.ts';
import type { Intervals } from '../model/intervals.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Policy } from '../model/policy.ts';
import type { Instant } from '../model/time.ts';
import { commitChange } from './commit-change.ts';
import { perform } from './perform.ts';
import type { ActPorts } from './ports.ts';
import { toldError } from './told-error.ts';

export type Carried = { readonly intent: Intent; readonly outcome: Outcome };

/** An intent that may begin, and the head it stands in. */
type Due = { readonly head: Head; readonly intent: Intent };

/** What a run's acts are carried out under. */
type Terms = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly instructions: readonly Instruction[];
};

/** Carries out every intent that waits, all of them or, when together they pass the caps, none. */
export async function carryOutAll(
  ports: ActPorts,
  policy: Policy,
  intervals: Intervals,
  heads: readonly Head[],
): Promise<readonly Carried[]> {
  const now = ports.clock.now();
  const waiting = heads.flatMap((head) =>
    head.intents
      .filter((intent) => intent.state.kind === 'waiting' && now <= intent.expiresAt)
      .map((intent): Due => ({ head, intent })),
  );
  if (waiting.length === 0) return [];
  const instructions = await ports.ledger.instructions(now);
  // What is paused by now is not begun, and must be decided anew.
  const due = waiting.filter(({ head }) => pauseOf(instructions, targetOf(head.target), now) === null);
  const capped = due.filter(({ intent }) => counts(intent));
  const isLetThrough = capped.length === 0 || (await passCaps(ports, policy, heads, capped, now));
  const carried: Carried[] = [];
  for (const entry of due) {
    if (!isLetThrough && counts(entry.intent)) continue;
    const outcome = await carryOut(ports, { policy, intervals, instructions }, entry);
    if (outcome) carried.push({ intent: entry.intent, outcome });
  }
  return carried;
}

/** Whether all that counts may begin together; if not, none of it does and that is said. */
async function passCaps(
  ports: ActPorts,
  policy: Policy,
  heads: readonly Head[],
  due: readonly Due[],
  now: Instant,
): Promise<boolean> {
  const decision = await reserve(ports, policy, heads, due);
  if (decision === null || decision.kind === 'within') return decision !== null;
  ports.log('caps-held', { wanted: decision.wanted, allowed: decision.allowed });
  for (const head of new Set(due.map((entry) => entry.head)))
    await commitChange(ports.ledger, head, (newest) => holdIntents(newest, decision, now));
  return false;
}

const mostTries = 5;

/** Reserves the run's acts in the control record, so that runs side by side share one count. */
async function reserve(
  { ledger, clock }: ActPorts,
  policy: Policy,
  heads: readonly Head[],
  due: readonly Due[],
): Promise<CapsDecision | null> {
  const intents = due.map(({ intent }) => intent);
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const decision = checkCaps(policy, await ledger.control(), intents, heads, clock.now());
    if (decision.kind === 'beyond') return decision;
    if ((await ledger.commitControl(decision.control)) === 'committed') return decision;
  }
  return null;
}

/** Claims, reads again, acts, records. One intent's failure is its own outcome. */
async function carryOut(ports: ActPorts, terms: Terms, due: Due): Promise<Outcome | null> {
  const { ledger, clock, log } = ports;
  const { intent } = due;
  try {
    const claimed = await commitChange(ledger, due.head, (newest) =>
      claimIntent(newest, intent.id, clock.now()),
    );
    if (claimed === null) return null;
    const outcome = await perform(ports, { ...terms, intent, head: claimed });
    await commitChange(ledger, claimed, (newest) =>
      recordOutcome(newest, intent, outcome, terms.intervals.retryAfter),
    );
    return outcome;
  } catch (error) {
    log('intent-failed', { intent: intent.id, because: toldError(error) });
    return null;
  }
}
