import { burnRateOf, committedRateOf } from '../../evaluate/facts.ts';
import type { ProjectObservation } from '../../model/facts/observation.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import { addMoney, chargeToMoney, inDollars } from '../../model/money/money.ts';
import { countedBy, type MetricFamily, type MetricSample } from './metric-family.ts';

type OfProject = { readonly project: string; readonly head: Head; readonly observation: ProjectObservation };

/** Returns the metrics of projects. An unknown figure has no sample; it is never zero. */
export function projectMetrics(heads: readonly Head[]): readonly MetricFamily[] {
  const projects = heads.flatMap((head): OfProject[] => {
    const target = targetOf(head.target);
    if (target.kind !== 'project' || head.observation?.kind !== 'project') return [];
    return [{ project: target.project, head, observation: head.observation }];
  });
  return [
    {
      name: 'spendwatch_burn_rate_dollars_per_hour',
      help: 'Burn rate of a project at its last poll, by the prices that the platform reports.',
      labels: ['project'],
      samples: projects.map(({ project, observation }) => ({
        of: { project },
        value: burnRateOf(observation).toNumber(),
      })),
    },
    {
      name: 'spendwatch_committed_rate_dollars_per_hour',
      help: 'Part of the burn rate that is charged even if the resources are deleted.',
      labels: ['project'],
      samples: projects.map(({ project, observation }) => ({
        of: { project },
        value: committedRateOf(observation).toNumber(),
      })),
    },
    {
      name: 'spendwatch_spend_today_dollars',
      help: 'Accrued spend of a project since the day began in the time zone of the policy.',
      labels: ['project'],
      samples: projects.flatMap(({ project, head }) =>
        head.meters === null
          ? []
          : [{ of: { project }, value: inDollars(chargeToMoney(head.meters.day.charge)) }],
      ),
    },
    {
      name: 'spendwatch_spend_month_to_date_dollars',
      help: 'Spend of a project since the month began. basis="accrued": by spendwatch; "reported": by the platform; "to-date": reported plus what has accrued since.',
      labels: ['project', 'basis'],
      samples: projects.flatMap(monthToDate),
    },
    {
      name: 'spendwatch_resources',
      help: 'Number of resources of a project by kind and activity, without those that are gone.',
      labels: ['project', 'kind', 'activity'],
      samples: countedBy(
        projects.flatMap(({ project, observation }) =>
          observation.resources
            .filter(({ activity }) => activity !== 'gone')
            .map(({ kind, activity }) => ({ project, kind, activity })),
        ),
      ),
    },
  ];
}

function monthToDate({ project, head: { meters, report } }: OfProject): readonly MetricSample[] {
  const accrued = meters && chargeToMoney(meters.month.charge);
  const reported = report?.spend.amount ?? null;
  const toDate = report && addMoney(report.spend.amount, chargeToMoney(report.accruedSince));
  return Object.entries({ accrued, reported, 'to-date': toDate }).flatMap(([basis, amount]) =>
    amount === null ? [] : [{ of: { project, basis }, value: inDollars(amount) }],
  );
}
