import type { Head } from '../../model/head.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Instant } from '../../model/time/time.ts';
import { accountMetrics } from './account-metrics.ts';
import { budgetMetrics } from './budget-metrics.ts';
import type { MetricFamily } from './metric-family.ts';
import { projectMetrics } from './project-metrics.ts';
import { watchingMetrics } from './watching-metrics.ts';

/**
 * Returns all metrics of the heads. Names, labels and units are stable. There are no series for single resources: the
 * number of series grows with projects, accounts and rules, whatever the number of VMs.
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
