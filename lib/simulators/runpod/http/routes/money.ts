import * as z from 'zod';
import { days, earlier, type Instant, instant } from '../../../../model/time/time.ts';
import { billingQuery, billingReply, type FamilyName, families, familyNames } from '../../wire/billing.ts';
import * as estate from '../../wire/estate.ts';
import { balanceOf } from '../../world/account.ts';
import { type BillingQuery, billing, bucketStart } from '../../world/billing.ts';
import { rateNow } from '../../world/charges.ts';
import { type State, workersOf } from '../../world/state.ts';
import { toHourly, toUsd } from '../../world/tariff.ts';
import { Problem } from '../problem.ts';
import { get, getBy, type Route } from '../route.ts';

type Asked = z.output<ReturnType<typeof billingQuery>>;

function periodOf(
  state: State,
  { startTime, endTime, bucketSize: size, lastN }: Asked,
): Omit<BillingQuery, 'id'> {
  if (lastN === undefined)
    return {
      from: timeIn(startTime) ?? earlier(state.at, days(30)),
      until: timeIn(endTime) ?? state.at,
      size,
    };
  if (startTime !== undefined || endTime !== undefined)
    throw new Problem(400, 'lastN cannot be combined with startTime or endTime');
  return { from: bucketStart(size, state.at, 1 - lastN), until: bucketStart(size, state.at, 1), size };
}

const timeIn = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : instant(Date.parse(text));

const operationOf: Readonly<Record<FamilyName, string>> = {
  pods: 'listPodBilling',
  serverless: 'listServerlessBilling',
  networkVolumes: 'listNetworkVolumeBilling',
  clusters: 'listClusterBilling',
  endpoints: 'listEndpointBilling',
  all: 'listBilling',
};

export const moneyRoutes: readonly Route[] = [
  ...familyNames.map((name) => {
    const family = families[name];
    const schema = billingReply(family);
    const { id } = family.of ?? { id: '' };
    return getBy(
      operationOf[name],
      family.path,
      'billing:read',
      billingQuery(family),
      schema,
      (state, query) => {
        const one = z.string().optional().parse(Reflect.get(query, id));
        return schema.parse(billing(state, name, { ...periodOf(state, query), id: one }));
      },
    );
  }),
  get('getBalance', '/v2/billing/balance', 'billing:read', estate.Balance, (state) => ({
    balanceAmount: toUsd(balanceOf(state)),
    billingMode: state.mode,
  })),
  get('getLimits', '/v2/account/limits', 'account:read', estate.Limits, (state) => ({
    spendRate: { limit: state.spendLimit, current: toHourly(rateNow(state)) },
    serverlessWorkers: {
      limit: 5,
      current: [...state.endpoints.values()].reduce((sum, endpoint) => sum + workersOf(endpoint), 0),
    },
  })),
];
