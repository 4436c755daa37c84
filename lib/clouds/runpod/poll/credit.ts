import * as z from 'zod';
import type { PaymentTerms } from '../../../model/facts/account-standing.ts';
import type { UnreadablePart } from '../../../model/facts/observation.ts';
import { type HourlyPrice, hourlyPrice, type Money, money } from '../../../model/money/money.ts';
import { type Answer, askOne } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { unreadableFacts } from '../../unreadable-facts.ts';
import { askMyself, get, getDocument, myselfQuery, WireBalance, WireLimits } from '../contract.ts';

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
export async function readCredit(cloud: CloudClient): Promise<Answer<Credit>> {
  const [graph, document] = await Promise.all([
    askOne(cloud, askMyself, { body: myselfQuery }),
    askOne(cloud, getDocument, {}),
  ]);
  const [balance, limits] = await Promise.all([
    askDocumented(cloud, document, 'balanceAmount', balanceId, WireBalance),
    askDocumented(cloud, document, 'spendRate', 'getLimits', WireLimits),
  ]);
  const myself = graph.kind === 'answered' ? graph.value.data.myself : {};
  const rest = balance.kind === 'answered' ? balance.value : {};
  const amount = rest.balanceAmount ?? myself.clientBalance;
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
      burnRate: rateIn(myself.currentSpendPerHr),
      spendLimit: rateIn(limit),
      terms: termsOf(rest.billingMode),
      unreadable: unreadableFacts('account', records),
    },
  };
}

const rateIn = (text: string | null | undefined): HourlyPrice | null => (text ? hourlyPrice(text) : null);

function termsOf(mode: string | null | undefined): PaymentTerms {
  if (mode === 'POSTPAID') return 'invoiced';
  return mode === 'PREPAID' ? 'prepaid' : 'unknown';
}

type Document = z.output<(typeof getDocument)['reply']>;

/** Asks the operation of the live document whose reply has a field. */
async function askDocumented<R extends z.ZodType>(
  cloud: CloudClient,
  document: Answer<Document>,
  field: string,
  id: string,
  reply: R,
): Promise<Answer<z.output<R>>> {
  if (document.kind !== 'answered') return document;
  const path = pathWith(document.value, field);
  if (path === null)
    return { kind: 'absent', because: `the platform's API has no operation that returns ${field}` };
  return askOne(cloud, get(id, path, z.object({}), reply), {});
}

/** Returns the path of the operation without parameters whose reply has a field of its own. */
function pathWith({ paths, components }: Document, field: string): string | null {
  for (const [path, { get: operation }] of Object.entries(paths))
    if (!path.includes('{') && hasField(schemaOf(operation), field, components)) return path;
  return null;
}

const Reply = z.object({
  responses: z.object({
    200: z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) }),
  }),
});
const schemaOf = (operation: unknown): unknown =>
  Reply.safeParse(operation).data?.responses[200].content['application/json'].schema;

const Schema = z.object({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
const Components = z.object({ schemas: z.record(z.string(), z.unknown()) });

function hasField(schema: unknown, field: string, components: unknown, depth = 0): boolean {
  const read = Schema.safeParse(schema).data;
  if (read === undefined || depth > 5) return false;
  const name = read.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : Components.safeParse(components).data?.schemas[name];
  return (
    Object.hasOwn(read.properties ?? {}, field) ||
    [...(read.allOf ?? []), target].some((part) => hasField(part, field, components, depth + 1))
  );
}
