import { toTarget } from '../../model/ids.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { sumSpare } from '../spare.ts';
import { countLabelSets, type MetricFamily, type MetricSample } from './metric-family.ts';
import { accountMetrics, budgetMetrics, projectMetrics } from './target-metrics.ts';

/**
 * Returns all metrics. Names, labels and units are stable. Single resources have no series, so the number of
 * series does not grow with the number of VMs.
 */
export function listMetrics(heads: readonly Head[], policy: Policy, now: Instant): readonly MetricFamily[] {
  const sorted = heads.toSorted((left, right) => (left.target < right.target ? -1 : 1));
  return [
    ...projectMetrics(sorted),
    ...accountMetrics(sorted),
    ...budgetMetrics(sorted, policy, now),
    spareMetric(sorted, policy, now),
    ...watchingMetrics(sorted),
  ];
}

function spareMetric(heads: readonly Head[], policy: Policy, now: Instant): MetricFamily {
  // Overrides affect only the rate that deletion would end.
  const { idle, waste } = sumSpare(heads, { policy, overrides: [], now });
  return {
    name: 'spendwatch_idle_and_waste_dollars_per_hour',
    help: 'Price of what is idle, or billed without use, in dollars an hour; resources without a price are left out.',
    labels: ['of'],
    samples:
      heads.length === 0
        ? []
        : [
            { of: { of: 'idle' }, value: idle.rate.toNumber() },
            { of: { of: 'waste' }, value: waste.rate.toNumber() },
          ],
  };
}

/** Returns the metrics of alerts, intents, notifications and polls. */
function watchingMetrics(heads: readonly Head[]): readonly MetricFamily[] {
  const polled = heads.filter(({ target }) => toTarget(target).kind !== 'group');
  const moments = (momentOf: (head: Head) => Instant | null) =>
    polled.flatMap((head): MetricSample[] => {
      const at = momentOf(head);
      return at === null ? [] : [{ of: { target: head.target }, value: at / 1_000 }];
    });
  return [
    {
      name: 'spendwatch_alerts_firing',
      help: 'Number of firing alerts over all targets, except idle VMs that people keep; no sample means none.',
      labels: ['rule', 'kind', 'severity'],
      samples: countLabelSets(
        heads.flatMap(({ alerts }) =>
          alerts
            .filter(({ phase, spared }) => phase === 'firing' && spared === undefined)
            .map(({ rule, kind, severity }) => ({ rule, kind, severity })),
        ),
      ),
    },
    {
      name: 'spendwatch_intents',
      help: 'Number of decided actions that are under way; no sample means none.',
      labels: ['action', 'state'],
      samples: countLabelSets(
        heads.flatMap(({ intents }) =>
          intents.map(({ kind, state }) => ({ action: kind, state: state.kind })),
        ),
      ),
    },
    {
      name: 'spendwatch_notifications_pending',
      help: 'Number of notifications in the outbox that are not delivered yet.',
      labels: [],
      samples: [{ of: {}, value: heads.reduce((total, { outbox }) => total + outbox.length, 0) }],
    },
    {
      name: 'spendwatch_targets',
      help: 'Number of known projects, billing accounts and groups.',
      labels: ['kind'],
      samples: countLabelSets(heads.map(({ target }) => ({ kind: toTarget(target).kind }))),
    },
    {
      name: 'spendwatch_last_poll_timestamp_seconds',
      help: 'Unix time of the last poll of a target, successful or not, in seconds.',
      labels: ['target'],
      samples: moments(({ polledAt }) => polledAt),
    },
    {
      name: 'spendwatch_last_observation_timestamp_seconds',
      help: 'Unix time of the last observation of a target, in seconds. Its figures are of that time.',
      labels: ['target'],
      samples: moments(({ observation }) => observation?.at ?? null),
    },
    {
      name: 'spendwatch_failed_polls',
      help: 'Number of consecutive failed polls of a target.',
      labels: ['target'],
      samples: polled.map(({ target, failedPolls }) => ({ of: { target }, value: failedPolls })),
    },
  ];
}
