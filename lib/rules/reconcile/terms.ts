import * as z from 'zod';
import { StoredMoney } from '../../model/money/money.ts';
import { ofKind } from '../../model/of-kind.ts';
import {
  createRuleSchema,
  getReportedSpendFact,
  type KindTerms,
  tells,
} from '../../model/rules/rule-terms.ts';
import { Instant } from '../../model/time/time.ts';

/** A rule that compares accrued with reported spend of the same time. */
export const ReconcileRule = createRuleSchema('reconcile', {
  ...tells,
  /** The difference, in percent of reported spend, above which the rule alerts. */
  percent: z.number(),
  /** The amount under which a difference is ignored. */
  least: StoredMoney,
});

export type ReconcileRule = z.infer<typeof ReconcileRule>;

/** Accrued compared with reported spend. */
export const ReconcileFigures = ofKind('reconcile', {
  reported: StoredMoney,
  accrued: StoredMoney,
  /** The part of what accrued that is an estimate; absent if none is. */
  estimated: StoredMoney.optional(),
  from: Instant,
  until: Instant,
});

export type ReconcileFigures = z.infer<typeof ReconcileFigures>;

export const reconcileTerms = {
  warnsAtMost: true,
  resources: null,
  steps: ['notify'],
  yieldsToRunway: true,
  needs: (rule: ReconcileRule) => ({ facts: [getReportedSpendFact(rule)] }),
  isOnMonitoring: true,
} satisfies KindTerms<ReconcileRule>;
