import type { AccountObservation, MissingPart, Part, PollResult } from '../../../model/facts/observation.ts';
import { checkAbsence } from '../../absent-parts.ts';
import type { PollOrder, PollReply, PreviousFacts } from '../../cloud.ts';
import { type Answer, isWhole, listMissingParts } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { withEarlierFacts } from '../../unreadable-facts.ts';
import type { ApiDocument } from '../api-document.ts';
import { monthBilled, pastBilled } from './billing.ts';
import { readCredit } from './credit.ts';

/** Reads the figures of the account. A figure that neither API reports is unknown; the others still count. */
export async function pollAccount(
  cloud: CloudClient,
  order: Omit<PollOrder, 'target'>,
  document: ApiDocument,
): Promise<PollReply> {
  const { plan, at } = order;
  const credit = await readCredit(cloud, document, at);
  const isFree = credit.kind === 'answered' && credit.value.burnRate?.isZero();
  const charging = isFree ? 'nothing' : 'something';
  const readSpend = async () =>
    plan.parts.has('spend')
      ? checkAbsence('spend', await monthBilled(cloud, { ...order, charging }), order)
      : null;
  const [spend, pastSpend] = await Promise.all([readSpend(), pastBilled(cloud, { ...order, charging })]);
  const answers: [Part, Answer<unknown>][] = [['account', credit]];
  if (spend !== null) answers.push(['spend', spend]);
  const noParts = (['invoices', 'payments'] as const).filter((part) => plan.parts.has(part));
  function observe({ observation }: PreviousFacts): PollResult {
    if (credit.kind !== 'answered' && spend?.kind !== 'answered')
      return { kind: 'failed-poll', at, because: credit.because };
    const figures = credit.kind === 'answered' ? credit.value : null;
    const billed = spend?.kind === 'answered' ? spend.value : null;
    const missing: MissingPart[] = answers.flatMap(([part, answer]) => listMissingParts(part, answer));
    return {
      ...nothingReported,
      at,
      // The platform has no invoices and no payments, so none of them are missing.
      seen: [...answers.filter(([, answer]) => isWhole(answer)).map(([part]) => part), ...noParts],
      missing,
      paymentTerms: figures?.terms ?? 'unknown',
      creditBalance: figures?.balance ?? null,
      burnRate: figures?.burnRate ?? null,
      burnLimit: figures?.spendLimit ?? null,
      spend: billed?.spend ?? null,
      ...withEarlierFacts(
        [...(figures?.unreadable ?? []), ...(billed?.unreadable ?? [])],
        observation?.kind === 'account' ? observation.unreadable : [],
        ({ part }) => (part === 'account' ? figures : billed) === null,
      ),
    };
  }
  return { at, asked: [...plan.parts], unsupported: [], observe, pastSpend };
}

/** The facts of an account that the platform does not report. */
const nothingReported = {
  kind: 'account',
  cloud: 'runpod',
  standing: 'unspecified',
  state: 'not reported',
  recharge: null,
  lowSince: null,
  overdue: null,
  payment: null,
  monthlySpend: null,
  monthlySpendLimit: null,
} as const satisfies Partial<AccountObservation>;
