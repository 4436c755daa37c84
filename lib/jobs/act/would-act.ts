import { claimIntent, holdIntents, recordDeliveries } from '../../decide/actions/after-act.ts';
import { checkCaps, counts } from '../../decide/actions/caps.ts';
import { recordOutcome } from '../../decide/actions/record-outcome.ts';
import type { Intent } from '../../model/intent.ts';
import type { Message } from '../../model/notification.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { commitChange } from '../commit-change.ts';

/** What `act` is simulated with. */
export type WouldAct = {
  /** A ledger in memory, never the one that was recorded. */
  readonly ledger: Ledger;
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly now: Instant;
};

export type WouldBe = { readonly messages: readonly Message[]; readonly actions: readonly Intent[] };

const route = 'replay';

/**
 * As far as `act` can be told without a cloud: every message is taken at once by every route, and of the acts
 * that are due those within the caps are asked for. What becomes of them only later observations can tell.
 */
export async function wouldAct({ ledger, policy, intervals, now }: WouldAct): Promise<WouldBe> {
  const messages: Message[] = [];
  for (const head of await ledger.heads()) {
    if (head.outbox.length === 0) continue;
    messages.push(...head.outbox);
    const deliveries = head.outbox.map(({ id }) => ({ message: id, route }));
    await commitChange(ledger, head, (newest) => recordDeliveries(newest, deliveries, () => [route], now));
  }
  const heads = await ledger.heads();
  const due = heads.flatMap((head) =>
    head.intents
      .filter(({ state, expiresAt }) => state.kind === 'waiting' && now <= expiresAt)
      .map((intent) => ({ head, intent })),
  );
  if (due.length === 0) return { messages, actions: [] };
  const capped = due.filter(({ intent }) => counts(intent));
  const intents = capped.map(({ intent }) => intent);
  const decision = checkCaps(policy, await ledger.control(), intents, heads, now);
  if (decision.kind === 'within') await ledger.commitControl(decision.control);
  else
    for (const head of new Set(capped.map((entry) => entry.head)))
      await commitChange(ledger, head, (newest) => holdIntents(newest, decision, now));
  const begun = due.filter(({ intent }) => decision.kind === 'within' || !counts(intent));
  for (const { head, intent } of begun) {
    await commitChange(ledger, head, (newest) => claimIntent(newest, intent.id, now));
    const because = 'it would be asked for';
    const claimed: Intent = { ...intent, state: { kind: 'claimed', at: now } };
    await commitChange(ledger, head, (newest) =>
      recordOutcome(newest, claimed, { kind: 'requested', at: now, because }, intervals.retryAfter),
    );
  }
  return { messages, actions: begun.map(({ intent }) => intent) };
}
