import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../lib/jobs/ports.ts';
import { hours, type Instant, instant, isoInstant } from '../../../lib/model/time/time.ts';
import { answer, type Received, rudeService } from '../rude-service.ts';

/** The beginning and the end of the hours that a bill is asked for. */
export type Asked = { readonly from: Instant; readonly until: Instant };

type Row = { readonly projectId: string; readonly description: string; readonly amount: number };
type BilledVm = { readonly id: string; readonly price: number };

/** A project of the first cloud, which has one VM or none, and the account that pays for it now. */
export type BilledProject = { readonly id: string; readonly account: string; readonly vm?: BilledVm };

const created = '2026-02-01T00:00:00Z';
const amountOf = (value: number) => ({ value: value.toFixed(4) });
const toHour = (at: number) => Math.floor(at / hours(1)) * hours(1);

const askedIn = ({ query }: Received): Asked => ({
  from: instant(Date.parse(query['startTime'] ?? '')),
  until: instant(toHour(Date.parse(query['endTime'] ?? ''))),
});

/** The hours of a time, of which a cloud bills whole ones. */
export const hoursIn = ({ from, until }: Asked): number => Math.max(0, (until - from) / hours(1));

type Replies = (request: Received) => unknown;

/** Serves the replies of a cloud on this machine, with the time of a clock; other paths are unknown to it. */
async function served(clock: Clock, replies: Replies) {
  const tell = (response: ServerResponse, request: Received) => {
    const headers = { date: new Date(clock.now()).toUTCString() };
    const reply = replies(request);
    if (reply === undefined)
      answer(response, 404, { code: 5, status: 'NOT_FOUND', message: 'not found' }, headers);
    else answer(response, 200, reply, headers);
  };
  return rudeService(tell);
}

/** Serves the first cloud, with projects, and bills of each account that a test sets. */
export function billedCompute(
  clock: Clock,
  world: {
    readonly projects: () => readonly BilledProject[];
    readonly rows: (account: string, asked: Asked) => readonly Row[];
  },
) {
  const accountOf = (id: string) => ({
    ...{ id, displayName: id, createTime: created, state: 'STATE_ACTIVE' },
    ...{
      paymentTerms: 'PAYMENT_TERMS_PREPAID',
      creditBalance: { value: '100000' },
      hourlySpendRate: { value: '1' },
    },
  });
  const vmOf = ({ id: projectId, vm }: BilledProject) =>
    vm && {
      ...{
        id: vm.id,
        projectId,
        dataCenterId: 'dc-1',
        state: 'ACTIVE',
        vcpus: 4,
        memory: 16,
        gpuQuantity: 0,
      },
      ...{ metadata: {}, createTime: created, price: { totalPriceHr: amountOf(vm.price) } },
    };
  const paged = (name: string, items: readonly unknown[]) => ({
    [name]: items,
    pageToken: '',
    pageSize: 100,
  });
  const counted = (name: string) => ({ [name]: [], pageNumber: 1, pageSize: 100, totalCount: 0 });
  return served(clock, (request) => {
    if (request.method !== 'GET') return {};
    const { path } = request;
    const accounts = [...new Set(world.projects().map(({ account }) => account)), 'acme', 'beta'];
    if (path === '/v1/billing-accounts')
      return paged('billingAccounts', [...new Set(accounts)].map(accountOf));
    if (path === '/v1/projects')
      return paged(
        'projects',
        world.projects().map(({ id, account }) => ({ id, billingAccountId: account, createTime: created })),
      );
    if (path === '/v1/invoices') return paged('invoices', []);
    if (path === '/v1/vms/data-centers') return { dataCenters: [] };
    const [, account, ofAccount] = /^\/v1\/billing-accounts\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (account !== undefined && ofAccount === undefined) return accountOf(account);
    if (account !== undefined && ofAccount === '/transactions') return paged('transactions', []);
    if (account !== undefined && ofAccount === '/spend/details')
      return {
        spend: world.rows(account, askedIn(request)).map(({ amount, ...row }) => ({
          ...{ ...row, quantity: 1, unit: 'HOUR' },
          ...{ unitAmount: amountOf(amount), amount: amountOf(amount) },
        })),
      };
    const [, id, list = ''] = /^\/v1\/projects\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const project = world.projects().find((one) => one.id === id);
    const vm = project && vmOf(project);
    if (project === undefined) return undefined;
    if (list === 'vms') return { VMs: vm === undefined ? [] : [vm] };
    if (list === `vms/${vm?.id}`) return { VM: vm };
    if (list.endsWith('/monitor')) return { items: [] };
    if (list === 'object-storage/buckets') return counted('buckets');
    return ['disks', 'networks', 'images', 'volumes', 'machines', 'clusters'].includes(list)
      ? counted(list)
      : undefined;
  });
}

/** Serves RunPod with one pod, and the bill of each hour by the time for which it is over, as many times as a test says. */
export function billedPods(
  clock: Clock,
  {
    price,
    amountAfter,
    times = 1,
  }: { readonly price: number; readonly amountAfter: (age: number) => number; readonly times?: number },
) {
  const pod = {
    ...{
      id: 'pod',
      name: 'pod',
      status: 'RUNNING',
      actions: ['stop', 'terminate'],
      disk: 0,
      mounts: {},
      cost: price,
    },
    ...{ gpu: { id: 'NVIDIA A40', count: 1 }, dataCenterId: 'EU-1', template: null, locked: false },
    ...{ createdAt: created, startedAt: created },
    runtime: { uptime: 100, gpus: [{ util: 80, memoryUtil: 50 }], cpu: { util: 40 }, memory: { util: 40 } },
  };
  const recordsIn = ({ from, until }: Asked) =>
    Array.from(
      {
        length: hoursIn({
          from: instant(toHour(from)),
          until: instant(Math.min(until, toHour(clock.now()))),
        }),
      },
      (_, hour) => {
        const start = instant(toHour(from) + hours(hour));
        const end = instant(start + hours(1));
        const totalAmount = amountAfter((clock.now() - end) / hours(1));
        return { startTime: isoInstant(start), endTime: isoInstant(end), totalAmount };
      },
    );
  const figures = { clientBalance: 50_000, currentSpendPerHr: price, spendLimit: 80 };
  const replies: Readonly<Record<string, (request: Received) => unknown>> = {
    '/v2/pods': () => ({ pods: [pod] }),
    '/v2/pods/pod': () => pod,
    '/v2/network-volumes': () => ({ networkVolumes: [] }),
    '/v2/serverless': () => ({ endpoints: [] }),
    '/v2/catalog/gpus': () => ({ gpus: [{ id: 'NVIDIA A40', memory: 48, price: { secure: 0.4 } }] }),
    '/v2/openapi.json': () => ({ openapi: '3.1.0', paths: {}, components: {} }),
    '/graphql': () => ({ data: { myself: figures } }),
    '/v2/billing': (request) => {
      const records = recordsIn(askedIn(request));
      const totalAmount = records.reduce((sum, record) => sum + record.totalAmount, 0);
      const all = Array.from({ length: times }, () => records).flat();
      return { records: all, metadata: { recordCount: records.length, totals: { totalAmount } } };
    },
  };
  return served(clock, (request) => replies[request.path]?.(request));
}
