import { sinceFullHour } from '../../evaluate/full-hour.ts';
import type { AccountObservation } from '../../model/facts/observation.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import { inDollars, type Money, subtractMoney, timeToSpend } from '../../model/money/money.ts';
import type { MetricFamily, MetricSample } from './metric-family.ts';

/** Returns the metrics of billing accounts. */
export function accountMetrics(heads: readonly Head[]): readonly MetricFamily[] {
  const accounts = heads.flatMap(({ target, observation }) => {
    const known = targetOf(target);
    return known.kind === 'account' && observation?.kind === 'account'
      ? [{ account: known.account, observation }]
      : [];
  });
  const samples = (value: (observation: AccountObservation) => number | null) =>
    accounts.flatMap(({ account, observation }): MetricSample[] => {
      const known = value(observation);
      return known === null ? [] : [{ of: { account }, value: known }];
    });
  return [
    {
      name: 'spendwatch_account_burn_rate_dollars_per_hour',
      help: 'Burn rate of a billing account, as the platform reports it.',
      labels: ['account'],
      samples: samples(({ burnRate }) => burnRate?.toNumber() ?? null),
    },
    {
      name: 'spendwatch_credit_balance_dollars',
      help: 'Credit of a billing account at its last poll, less what was spent since the platform adjusted it.',
      labels: ['account'],
      samples: samples((observation) => {
        const credit = creditOf(observation);
        return credit === null ? null : inDollars(credit);
      }),
    },
    {
      name: 'spendwatch_runway_seconds',
      help: 'Time until the credit is gone at the present burn rate, without recharges; no sample at a burn rate of zero.',
      labels: ['account'],
      samples: samples((observation) => {
        const credit = creditOf(observation);
        const left = credit && observation.burnRate && timeToSpend(credit, observation.burnRate);
        return left === null ? null : left / 1_000;
      }),
    },
  ];
}

const creditOf = (observation: AccountObservation): Money | null =>
  observation.creditBalance && subtractMoney(observation.creditBalance, sinceFullHour(observation));
