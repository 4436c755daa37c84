import type { ConnectionName } from '../../model/connection-name.ts';
import type { AccountObservation, ProjectObservation } from '../../model/facts/observation.ts';
import { toTarget } from '../../model/ids.ts';
import {
  chargeToMoney,
  computeShare,
  inDollars,
  type Money,
  subtractMoney,
  timeToSpend,
} from '../../model/money/money.ts';
import { sumReportToDate } from '../../model/money/spend.ts';
import type { Instant } from '../../model/time/time.ts';
import { computeCommittedRate, computeEstimatedRate, computeProjectRate } from '../../rules/facts.ts';
import { sinceAdjusted } from '../../rules/last-adjusted.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { listBudgets } from '../budgets.ts';
import { countLabelSets, type MetricFamily, type MetricSample } from './metric-family.ts';

/** The labels of a project or account, with its connection if that has a name. */
type Labels = Readonly<Record<string, string>>;
const withConnection = (connection: ConnectionName | null, labels: Labels): Labels =>
  connection === null ? labels : { ...labels, connection };

/** Returns a function that creates samples of a figure, one for each item whose figure is known. */
const createSampler =
  <Of extends { readonly of: Labels }>(things: readonly Of[]) =>
  (value: (thing: Of) => number | null | undefined): MetricSample[] =>
    things.flatMap((thing) => {
      const figure = value(thing);
      return figure == null ? [] : [{ of: thing.of, value: figure }];
    });

const dollars = (amount: Money | null | undefined): number | null => (amount ? inDollars(amount) : null);

type OfProject = { readonly of: Labels; readonly head: Head; readonly observation: ProjectObservation };

/** Returns the metrics of projects. An unknown figure has no sample; it is never zero. */
export function projectMetrics(heads: readonly Head[]): readonly MetricFamily[] {
  const projects = heads.flatMap((head): OfProject[] => {
    const target = toTarget(head.target);
    if (target.kind !== 'project' || head.observation?.kind !== 'project') return [];
    const of = withConnection(target.connection, { project: target.project });
    return [{ of, head, observation: head.observation }];
  });
  const samples = createSampler(projects);
  return [
    {
      name: 'spendwatch_burn_rate_dollars_per_hour',
      help: 'Burn rate of a project at its last poll, by the prices that the platform reports.',
      labels: ['project'],
      samples: samples(({ observation }) => computeProjectRate(observation).toNumber()),
    },
    {
      name: 'spendwatch_estimated_rate_dollars_per_hour',
      help: 'Part of the burn rate that is an estimate; no sample means none.',
      labels: ['project'],
      samples: samples(({ observation }) => computeEstimatedRate(observation).toNumber() || null),
    },
    {
      name: 'spendwatch_committed_rate_dollars_per_hour',
      help: 'Part of the burn rate that is charged even if the resources are deleted.',
      labels: ['project'],
      samples: samples(({ observation }) => computeCommittedRate(observation).toNumber()),
    },
    {
      name: 'spendwatch_spend_today_dollars',
      help: 'Accrued spend of a project since the day began in the time zone of the policy.',
      labels: ['project'],
      samples: samples(({ head }) => head.meters && inDollars(chargeToMoney(head.meters.day.charge))),
    },
    {
      name: 'spendwatch_spend_month_to_date_dollars',
      help: 'Spend of a project since the month began. basis="accrued": by spendwatch; "reported": by the platform; "to-date": reported plus what has accrued since; "estimated": the part of what accrued that is an estimate, if any.',
      labels: ['project', 'basis'],
      samples: projects.flatMap(monthToDate),
    },
    {
      name: 'spendwatch_resources',
      help: 'Number of resources of a project by kind and activity, without those that are gone.',
      labels: ['project', 'kind', 'activity'],
      samples: countLabelSets(
        projects.flatMap(({ of, observation }) =>
          observation.resources
            .filter(({ activity }) => activity !== 'gone')
            .map(({ kind, activity }) => ({ ...of, kind, activity })),
        ),
      ),
    },
  ];
}

function monthToDate({ of, head: { meters, report } }: OfProject): readonly MetricSample[] {
  const accrued = meters && chargeToMoney(meters.month.charge);
  const reported = report?.spend.amount ?? null;
  const toDate = report && sumReportToDate(report);
  const estimated = meters?.month.estimated ? chargeToMoney(meters.month.estimated) : null;
  return Object.entries({ accrued, reported, 'to-date': toDate, estimated }).flatMap(([basis, amount]) =>
    amount === null ? [] : [{ of: { ...of, basis }, value: inDollars(amount) }],
  );
}

/** Returns the metrics of billing accounts. */
export function accountMetrics(heads: readonly Head[]): readonly MetricFamily[] {
  const accounts = heads.flatMap(({ target, observation }) => {
    const parts = toTarget(target);
    return parts.kind === 'account' && observation?.kind === 'account'
      ? [{ of: withConnection(parts.connection, { account: parts.account }), observation }]
      : [];
  });
  const samples = createSampler(accounts);
  return [
    {
      name: 'spendwatch_account_burn_rate_dollars_per_hour',
      help: 'Burn rate of a billing account, as the platform reports it.',
      labels: ['account'],
      samples: samples(({ observation }) => observation.burnRate?.toNumber()),
    },
    {
      name: 'spendwatch_credit_balance_dollars',
      help: 'Credit of a billing account at its last poll, less what was spent since the platform adjusted it.',
      labels: ['account'],
      samples: samples(({ observation }) => dollars(computeCredit(observation))),
    },
    {
      name: 'spendwatch_runway_seconds',
      help: 'Time until the credit is gone at the present burn rate, without recharges; no sample at a burn rate of zero.',
      labels: ['account'],
      samples: samples(({ observation }) => {
        const credit = computeCredit(observation);
        const left = credit && observation.burnRate && timeToSpend(credit, observation.burnRate);
        return left === null ? null : left / 1_000;
      }),
    },
  ];
}

const computeCredit = (observation: AccountObservation): Money | null =>
  observation.creditBalance && subtractMoney(observation.creditBalance, sinceAdjusted(observation));

const labels = ['rule', 'target', 'basis'];

/** Returns the metrics of each budget on each of its targets. Without spend data, only the limit has a sample. */
export function budgetMetrics(heads: readonly Head[], policy: Policy, now: Instant): readonly MetricFamily[] {
  const budgets = listBudgets(heads, { policy, overrides: [], now });
  const samples = createSampler(
    budgets.map((budget) => ({
      ...budget,
      of: { rule: budget.rule, target: budget.subject, basis: budget.basis },
    })),
  );
  return [
    {
      name: 'spendwatch_budget_limit_dollars',
      help: 'Limit of a budget for its period.',
      labels,
      samples: samples(({ limit }) => inDollars(limit)),
    },
    {
      name: 'spendwatch_budget_spent_dollars',
      help: 'Spend against a budget in its period, on the basis of the rule.',
      labels,
      samples: samples(({ spent }) => dollars(spent)),
    },
    {
      name: 'spendwatch_budget_spent_ratio',
      help: 'Spend as a fraction of the limit; 1 is the whole budget.',
      labels,
      samples: samples(({ spent, limit }) => spent && computeShare(spent, limit)),
    },
    {
      name: 'spendwatch_budget_forecast_dollars',
      help: 'Forecast of the spend at the end of the period.',
      labels,
      samples: samples(({ forecast }) => dollars(forecast?.likely)),
    },
  ];
}
