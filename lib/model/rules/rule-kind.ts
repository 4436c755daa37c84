import * as z from 'zod';

export const RuleKind = z.enum([
  'budget',
  'rate',
  'runway',
  'account-state',
  'idle',
  'waste',
  'commitment',
  'anomaly',
  'schedule',
  'lifetime',
  'freshness',
  'reconcile',
]);
export type RuleKind = z.infer<typeof RuleKind>;
