import { balanceOf } from '../world/account.ts';
import { rateNow } from '../world/charges.ts';
import { drawId } from '../world/ids.ts';
import type { State } from '../world/state.ts';
import { toHourly, toUsd } from '../world/tariff.ts';

const fields: Readonly<Record<string, (state: State) => string | number>> = {
  id: ({ seed }) => `user_${drawId(seed, 'user')}`,
  email: () => 'ada@example.com',
  clientBalance: (state) => toUsd(balanceOf(state)),
  currentSpendPerHr: (state) => toHourly(rateNow(state)),
  spendLimit: ({ spendLimit }) => spendLimit,
};

type GraphQlReply =
  | { readonly data: { readonly myself: Readonly<Record<string, string | number>> } }
  | { readonly errors: readonly { readonly message: string }[] };

/** Answers a query of the account's own figures: fields of `myself` by name, without arguments. */
export function answerGraphQl(state: State, query: string): GraphQlReply {
  const fieldList = /^\s*(?:query\s*\w*\s*)?\{\s*myself\s*\{([\s\w]*)\}\s*\}\s*$/.exec(query)?.[1];
  if (fieldList === undefined) return { errors: [{ message: 'only fields of myself can be queried here' }] };
  const names = fieldList.split(/\s+/).filter((name) => name !== '');
  const unknown = names.filter((name) => !Object.hasOwn(fields, name));
  if (unknown.length > 0)
    return { errors: unknown.map((name) => ({ message: `Cannot query field "${name}" on type "User".` })) };
  return { data: { myself: Object.fromEntries(names.map((name) => [name, fields[name]?.(state) ?? 0])) } };
}
