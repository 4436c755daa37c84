import * as z from 'zod';
import { StoredMoney } from '../../model/money/money.ts';
import { ofKind } from '../../model/of-kind.ts';
import { createRuleSchema, type KindTerms, tells } from '../../model/rules/rule-terms.ts';
import { Instant } from '../../model/time/time.ts';

export const AccountStateRule = createRuleSchema('account-state', {
  ...tells,
});

export type AccountStateRule = z.infer<typeof AccountStateRule>;

export const AccountStateFigures = ofKind('account-state', {
  /** The cloud's own word for the state. */
  state: z.string(),
  /** The money owed, for alerts about it: overdue invoices, or a failed recharge. */
  owed: z
    .object({ of: z.enum(['invoice', 'payment']), amount: StoredMoney.nullable(), since: Instant })
    .optional(),
});

export type AccountStateFigures = z.infer<typeof AccountStateFigures>;

export const accountStateTerms = {
  resources: null,
  steps: ['notify'],
  needs: () => ({ facts: ['the state of accounts'] }),
} satisfies KindTerms<AccountStateRule>;
