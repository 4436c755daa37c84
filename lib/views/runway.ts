import { factsNow } from '../decide/turn-facts.ts';
import { RuleName, toTarget } from '../model/ids.ts';
import { noMoney } from '../model/money/money.ts';
import type { NextInvoice } from '../model/money/spend.ts';
import { briefSpan } from '../model/time/relative-time.ts';
import { computeSpan, type Instant } from '../model/time/time.ts';
import { judgeRunway } from '../rules/runway/judge.ts';
import { type RunwayFigures, RunwayRule } from '../rules/runway/terms.ts';
import type { Head } from '../state/head.ts';
import type { ViewInput } from './view-input.ts';

export type RunwayView = {
  readonly figures: RunwayFigures | null;
  readonly isKnown: boolean;
  /** True if it has no credit and nothing that needs any. */
  readonly isSpent: boolean;
  /** The next invoice of an account that pays by invoice. */
  readonly nextInvoice: NextInvoice | null;
  readonly because: string;
};

/** A rule that computes every account's runway, whatever the policy: at zero credit the platform may delete resources. */
const anyRunway = RunwayRule.parse({
  kind: 'runway',
  name: RuleName.parse('runway'),
  match: { account: '*' },
  for: 0,
  repeat: null,
  then: [],
  thresholds: [],
});

/** Returns the runway of an account, whatever the rules; `null` for any other target. */
export function buildRunwayView(
  head: Head,
  fleet: Parameters<typeof factsNow>[2],
  policy: ViewInput['policy'],
): RunwayView | null {
  if (toTarget(head.target).kind !== 'account') return null;
  const facts = factsNow(head, policy, fleet);
  const [verdict] = facts === null ? [] : judgeRunway(anyRunway, facts);
  const because = verdict?.because ?? 'the account has not been polled yet';
  const figures = verdict?.figures?.kind === 'runway' ? verdict.figures : null;
  const { observation } = head;
  const account = observation?.kind === 'account' ? observation : null;
  const invoiced = account?.paymentTerms === 'invoiced';
  const isSpent = figures === null && !invoiced && account?.creditBalance?.gt(noMoney) === false;
  const nextInvoice = invoiced ? (account?.nextInvoice ?? null) : null;
  const isKnown = verdict !== undefined && verdict.kind !== 'unknown';
  return { figures, isKnown, isSpent, nextInvoice, because };
}

/** Reports whether no credit is left, as far as is known: an estimate goes on after the poll that it rests on. */
export function isOutOfCredit({ figures, isSpent }: RunwayView, now: Instant): boolean {
  if (figures === null) return isSpent;
  const { left, emptyAt, recharge } = figures;
  return recharge !== 'counted' && (left === 0 || (emptyAt !== null && emptyAt <= now));
}

/** Returns "26 h", or words if no time is left, none is known, or no limit applies. */
export function runwayInWords(runway: RunwayView | null, now: Instant): string {
  if (runway?.isKnown !== true) return 'unknown';
  const { figures } = runway;
  // Without resources to delete, the end of credit is no alert, but there is still no credit.
  if (isOutOfCredit(runway, now)) return figures?.reported.amount.gt(noMoney) ? 'about none' : 'none';
  if (figures === null) return 'no limit';
  if (figures.recharge === 'counted') return 'recharged';
  return figures.emptyAt === null ? 'does not run out' : briefSpan(computeSpan(now, figures.emptyAt));
}
