import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import type { Instant } from '../../model/time/time.ts';
import { countedBy, type MetricFamily, type MetricSample } from './metric-family.ts';

/** What fires and what is under way, and how well the watch is kept. */
export function watchingMetrics(heads: readonly Head[]): readonly MetricFamily[] {
  const polled = heads.filter(({ target }) => targetOf(target).kind !== 'group');
  const moments = (momentOf: (head: Head) => Instant | null) =>
    polled.flatMap((head): MetricSample[] => {
      const at = momentOf(head);
      return at === null ? [] : [{ of: { target: head.target }, value: at / 1_000 }];
    });
  return [
    {
      name: 'spendwatch_alerts_firing',
      help: 'How many alerts fire, by rule and severity, over all targets; no sample is none.',
      labels: ['rule', 'kind', 'severity'],
      samples: countedBy(
        heads.flatMap(({ alerts }) =>
          alerts
            .filter(({ phase }) => phase === 'firing')
            .map(({ rule, kind, severity }) => ({ rule, kind, severity })),
        ),
      ),
    },
    {
      name: 'spendwatch_intents',
      help: 'How many decided acts are under way, by what they do and how far they are; no sample is none.',
      labels: ['act', 'state'],
      samples: countedBy(
        heads.flatMap(({ intents }) => intents.map(({ kind, state }) => ({ act: kind, state: state.kind }))),
      ),
    },
    {
      name: 'spendwatch_messages_waiting',
      help: 'How many messages wait to be taken by some route.',
      labels: [],
      samples: [{ of: {}, value: heads.reduce((total, { outbox }) => total + outbox.length, 0) }],
    },
    {
      name: 'spendwatch_targets',
      help: 'How many projects, billing accounts and groups are known.',
      labels: ['kind'],
      samples: countedBy(heads.map(({ target }) => ({ kind: targetOf(target).kind }))),
    },
    {
      name: 'spendwatch_last_look_timestamp_seconds',
      help: 'When a target was last looked at, seen or not, in seconds since 1970.',
      labels: ['target'],
      samples: moments(({ polledAt }) => polledAt),
    },
    {
      name: 'spendwatch_last_observation_timestamp_seconds',
      help: 'When a target was last seen, in seconds since 1970; the figures of it are of then.',
      labels: ['target'],
      samples: moments(({ observation }) => observation?.at ?? null),
    },
    {
      name: 'spendwatch_failed_looks',
      help: 'How many looks at a target in a row saw nothing of it.',
      labels: ['target'],
      samples: polled.map(({ target, failedPolls }) => ({ of: { target }, value: failedPolls })),
    },
  ];
}
