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
  /** True if the account has no credit and nothing that needs any. */
  readonly isSpent: boolean;
  /** The next invoice of an account that pays by invoice. */
  readonly nextInvoice: NextInvoice | null;
  readonly because: string;
};

/**
 * A rule that computes the runway of every account, even without a rule in the policy, because the platform may
 * delete resources at zero credit.
 */
const anyRunway = RunwayRule.parse({
  kind: 'runway',
  name: RuleName.parse('runway'),
  match: { account: '*' },
  for: 0,
  repeat: null,
  then: [],
  thresholds: [],
});

/** Returns the runway of an account, even without a rule on it; `null` for other targets. */
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

/** True if no credit is left, by the poll or by its estimate for the time since. */
export function isOutOfCredit({ figures, isSpent }: RunwayView, now: Instant): boolean {
  if (figures === null) return isSpent;
  const { left, emptyAt, recharge } = figures;
  return recharge !== 'counted' && (left === 0 || (emptyAt !== null && emptyAt <= now));
}

/** Returns "26 h", or words if no time is left, it is unknown, or there is no limit. */
export function runwayInWords(runway: RunwayView | null, now: Instant): string {
  if (runway?.isKnown !== true) return 'unknown';
  const { figures } = runway;
  // Without resources to delete, the end of credit is no alert, but there is still no credit.
  if (isOutOfCredit(runway, now)) return figures?.reported.amount.gt(noMoney) ? 'about none' : 'none';
  if (figures === null) return 'no limit';
  if (figures.recharge === 'counted') return 'recharged';
  return figures.emptyAt === null ? 'does not run out' : briefSpan(computeSpan(now, figures.emptyAt));
}
