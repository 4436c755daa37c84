import type { Head } from '../model/head.ts';
import type { Policy } from '../model/policy.ts';
import type { Instant } from '../model/time.ts';
import type { MetricFamily } from './metric-family.ts';
import { accountMetrics } from './metrics-of-accounts.ts';
import { budgetMetrics } from './metrics-of-budgets.ts';
import { projectMetrics } from './metrics-of-projects.ts';
import { watchingMetrics } from './metrics-of-watching.ts';

/**
 * What heads hold as metrics. Names, labels and units are stable. Nothing is told of single resources: the number
 * of series grows with projects, accounts and rules, whatever the number of VMs.
 */
export function metricsOf(heads: readonly Head[], policy: Policy, now: Instant): readonly MetricFamily[] {
  const sorted = heads.toSorted((left, right) => (left.target < right.target ? -1 : 1));
  return [
    ...projectMetrics(sorted),
    ...accountMetrics(sorted),
    ...budgetMetrics(sorted, policy, now),
    ...watchingMetrics(sorted),
  ];
}
