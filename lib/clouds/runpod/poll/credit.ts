import * as z from 'zod';
import type { PaymentTerms } from '../../../model/facts/account-standing.ts';
import type { UnreadablePart } from '../../../model/facts/observation.ts';
import { type HourlyPrice, hourlyPrice, type Money, money } from '../../../model/money/money.ts';
import type { Instant } from '../../../model/time/time.ts';
import { type Answer, askOne } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { unreadableFacts } from '../../unreadable-facts.ts';
import type { ApiDocument, FieldAddresses } from '../api-document.ts';
import { askMyself, get, myselfQuery, WireBalance, WireLimits } from '../contract.ts';

/** The figures of an account; each is `null` if neither API reports it. */
export type Credit = {
  readonly balance: Money | null;
  readonly burnRate: HourlyPrice | null;
  readonly spendLimit: HourlyPrice | null;
  readonly terms: PaymentTerms;
  readonly unreadable: readonly UnreadablePart[];
};

/** The name of the request for the balance by REST. */
export const balanceId = 'getBalance';

/**
 * Reads the balance and the spend limit. GraphQL, which ends early in 2027, also reports the burn rate; REST reports
 * how the account pays. Only the platform's live document has the addresses of REST.
 */
export async function readCredit(
  cloud: CloudClient,
  document: ApiDocument,
  at: Instant,
): Promise<Answer<Credit>> {
  const [graph, addresses] = await Promise.all([
    askOne(cloud, askMyself, { body: myselfQuery }),
    document.addresses(cloud, at),
  ]);
  const [balance, limits] = await Promise.all([
    askDocumented(cloud, addresses, 'balanceAmount', balanceId, WireBalance),
    askDocumented(cloud, addresses, 'spendRate', 'getLimits', WireLimits),
  ]);
  // An operation that is no longer at its address may have another one.
  if (balance.kind === 'absent' || limits.kind === 'absent') document.doubt();
  const myself = graph.kind === 'answered' ? graph.value.data.myself : {};
  const restBalance = balance.kind === 'answered' ? balance.value : {};
  const amount = restBalance.balanceAmount ?? myself.clientBalance;
  if (amount == null && graph.kind !== 'answered') {
    const because = [graph, balance].flatMap((answer) => (answer.kind === 'answered' ? [] : answer.because));
    return {
      kind: 'failed',
      because: `the balance can be read neither by GraphQL nor by REST: ${because.join('; ')}`,
    };
  }
  const limit =
    (limits.kind === 'answered' ? limits.value.spendRate?.limit : undefined) ?? myself.spendLimit ?? null;
  const records = [graph, balance, limits].flatMap((answer): object[] =>
    answer.kind === 'answered' ? [answer.value] : [],
  );
  return {
    kind: 'answered',
    flaws: [],
    value: {
      balance: amount == null ? null : money(amount),
      burnRate: readHourlyPrice(myself.currentSpendPerHr),
      spendLimit: readHourlyPrice(limit),
      terms: readPaymentTerms(restBalance.billingMode),
      unreadable: [...unreadableFacts('account', records), ...listUnreadableBurnRate(graph)],
    },
  };
}

/** Returns the burn rate as unreadable if GraphQL, its only source, did not answer. */
function listUnreadableBurnRate(graph: Answer<unknown>): UnreadablePart[] {
  if (graph.kind === 'answered') return [];
  const because = `${graph.because}; the burn rate is the sum of what its pods, volumes and endpoints cost, an estimate`;
  return [{ part: 'account', field: 'currentSpendPerHr', because }];
}

const readHourlyPrice = (text: string | null | undefined): HourlyPrice | null =>
  text ? hourlyPrice(text) : null;

function readPaymentTerms(mode: string | null | undefined): PaymentTerms {
  if (mode === 'POSTPAID') return 'invoiced';
  return mode === 'PREPAID' ? 'prepaid' : 'unknown';
}

/** Calls an operation at the address that the live document has for it. */
async function askDocumented<R extends z.ZodType>(
  cloud: CloudClient,
  addresses: Answer<FieldAddresses>,
  field: keyof FieldAddresses,
  id: string,
  reply: R,
): Promise<Answer<z.output<R>>> {
  if (addresses.kind !== 'answered') return addresses;
  const path = addresses.value[field];
  if (path === null)
    return { kind: 'absent', because: `the platform's API has no operation that returns ${field}` };
  return askOne(cloud, get(id, path, z.object({}), reply), {});
}
