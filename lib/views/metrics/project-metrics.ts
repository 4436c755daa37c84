import { burnRateOf, committedRateOf } from '../../evaluate/facts.ts';
import type { ProjectObservation } from '../../model/facts/observation.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import { addMoney, chargeToMoney, inDollars } from '../../model/money/money.ts';
import { countedBy, type MetricFamily, type MetricSample } from './metric-family.ts';

type OfProject = { readonly project: string; readonly head: Head; readonly observation: ProjectObservation };

/** What projects spend. Of what is not known there is no sample; nothing is ever zero for want of a figure. */
export function projectMetrics(heads: readonly Head[]): readonly MetricFamily[] {
  const projects = heads.flatMap((head): OfProject[] => {
    const target = targetOf(head.target);
    if (target.kind !== 'project' || head.observation?.kind !== 'project') return [];
    return [{ project: target.project, head, observation: head.observation }];
  });
  return [
    {
      name: 'spendwatch_burn_rate_dollars_per_hour',
      help: 'What a project costs an hour at its last look, by the prices the platform shows.',
      labels: ['project'],
      samples: projects.map(({ project, observation }) => ({
        of: { project },
        value: burnRateOf(observation).toNumber(),
      })),
    },
    {
      name: 'spendwatch_committed_rate_dollars_per_hour',
      help: 'The part of the burn rate that is paid whatever is deleted.',
      labels: ['project'],
      samples: projects.map(({ project, observation }) => ({
        of: { project },
        value: committedRateOf(observation).toNumber(),
      })),
    },
    {
      name: 'spendwatch_spend_today_dollars',
      help: 'What has accrued to a project since the day began in the time zone of the policy.',
      labels: ['project'],
      samples: projects.flatMap(({ project, head }) =>
        head.meters === null
          ? []
          : [{ of: { project }, value: inDollars(chargeToMoney(head.meters.day.charge)) }],
      ),
    },
    {
      name: 'spendwatch_spend_month_to_date_dollars',
      help: 'Spend of a project since the month began: accrued by spendwatch, reported by the platform, or projected, which is reported and what accrued since.',
      labels: ['project', 'basis'],
      samples: projects.flatMap(monthToDate),
    },
    {
      name: 'spendwatch_resources',
      help: 'How many resources a project has, by kind and by whether they run; those that are gone are not counted.',
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
  return Object.entries({ accrued, reported, toDate }).flatMap(([basis, amount]) =>
    amount === null ? [] : [{ of: { project, basis }, value: inDollars(amount) }],
  );
}
