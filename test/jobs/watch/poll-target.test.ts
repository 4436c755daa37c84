import { describe, expect, it } from 'vitest';
import { accountSpendOf } from '../../../lib/jobs/watch/account-spend.ts';
import { type LookOrder, lookAt } from '../../../lib/jobs/watch/poll-target.ts';
import { Part } from '../../../lib/model/facts/observation.ts';
import { accountTarget, BillingAccountId, ProjectId, VmId } from '../../../lib/model/ids.ts';
import { hours, later } from '../../../lib/model/time/time.ts';
import type { LookPlan } from '../../../lib/observe/what-is-due.ts';
import { aPlatform } from '../../support/platform.ts';
import { type Answers, failing } from '../../support/scripted-cloud.ts';
import { setClock } from '../../support/set-clock.ts';
import { aHead, aSighting, lab } from '../../support/sighting-builders.ts';
import { on } from '../../support/timeline.ts';

const everything: LookPlan = {
  parts: new Set(Part.options.filter((part) => !['account', 'invoices', 'payments'].includes(part))),
  detours: new Map(),
  usage: [VmId.parse('box')],
};
const accountPlan: LookPlan = {
  parts: new Set(['account', 'spend', 'invoices', 'payments']),
  detours: new Map(),
  usage: [],
};
const account = BillingAccountId.parse('main');
const main = { kind: 'account', id: accountTarget(account), account } as const;
const project = ProjectId.parse('lab');

async function looked(answers: Answers = {}, overrides: Partial<LookOrder> = {}) {
  const clock = setClock(on('10:00'));
  const cloud = aPlatform(clock, answers);
  const order = {
    target: { kind: 'project', id: lab, project } as const,
    plan: everything,
    at: on('10:00'),
    account: null,
    zone: 'UTC',
    accountSpend: accountSpendOf(cloud, overrides.zone ?? 'UTC'),
    showsAccounts: true,
    lackLife: hours(24),
    ...overrides,
  };
  const { asked, lacking, observe } = await lookAt(cloud, order);
  return {
    asked,
    lacking,
    observation: observe(aHead({ sighting: aSighting({ at: on('09:55') }) })),
    questions: cloud.asked,
  };
}

const lacks = () => {
  throw failing('unsupported', '501');
};
const refuse = () => {
  throw failing('unavailable', '503');
};

describe('a look at a project', () => {
  it('asks what is planned and no more', async () => {
    const whole = await looked();
    expect(whole.asked).toEqual(
      Part.options.filter((part) => !['account', 'invoices', 'payments'].includes(part)),
    );
    expect([...whole.questions].sort()).toEqual([
      'getCurrentSpend lab',
      'listBuckets lab',
      'listClusters lab',
      'listDisks lab',
      'listImages lab',
      'listMachines lab',
      'listNetworks lab',
      'listVmDataCenters',
      'listVms lab',
      'listVolumes lab',
      'monitorVm lab/box',
    ]);
    const least = await looked(
      {},
      { plan: { ...everything, parts: new Set(['vms', 'machines'] as const), usage: [] } },
    );
    expect(least.asked).toEqual(['vms', 'machines']);
    expect(least.questions).toHaveLength(2);
  });

  it.each([
    ['listVms', 'vms'],
    ['listMachines', 'machines'],
    ['listClusters', 'clusters'],
    ['listVolumes', 'volumes'],
    ['listDisks', 'disks'],
    ['listImages', 'images'],
    ['listNetworks', 'networks'],
    ['listBuckets', 'buckets'],
    ['listVmDataCenters', 'prices'],
    ['getCurrentSpend', 'spend'],
    ['monitorVm', 'usage'],
  ] as const)('takes a failed %s for missing %s, and everything else as it came', async (operation, part) => {
    const { observation, asked } = await looked({ [operation]: refuse });
    expect(asked).toContain(part);
    expect(observation).toMatchObject({ kind: 'project', missing: [{ part, because: 'scripted: 503' }] });
    expect(observation.kind === 'project' && [...observation.seen, part].sort()).toEqual([...asked].sort());
  });
});

describe('a look at a billing account', () => {
  it.each([
    ['UTC', '2026-11-01T00:00:00Z'],
    ['America/New_York', '2026-11-01T04:00:00Z'],
    ['Asia/Kolkata', '2026-10-31T18:30:00Z'],
  ])('asks for the spend since the month began in %s', async (zone, from) => {
    const { questions, observation } = await looked({}, { target: main, plan: accountPlan, zone });
    expect(questions).toContain(`listAccountSpend main/${from}/2026-11-21T10:00:00Z`);
    expect(observation).toMatchObject({
      kind: 'account',
      seen: ['account', 'invoices', 'payments', 'spend'],
      spend: { until: on('10:00') },
    });
  });

  it('takes failed spend for missing, and an account that cannot be read for unseen', async () => {
    const spendless = await looked({ listAccountSpend: refuse }, { target: main, plan: accountPlan });
    expect(spendless.observation).toMatchObject({
      kind: 'account',
      spend: null,
      missing: [{ part: 'spend' }],
    });
    const unseen = await looked({ getBillingAccount: refuse }, { target: main, plan: accountPlan });
    expect(unseen.observation).toEqual({ kind: 'unseen', at: on('10:00'), because: 'scripted: 503' });
  });
});

it('money owed that the platform does not tell is remembered as lacking, and what failed as missing', async () => {
  const answers = { listInvoices: lacks, listAccountTransactions: refuse };
  const { lacking, observation } = await looked(answers, { target: main, plan: accountPlan });
  expect(lacking).toMatchObject([{ part: 'invoices', instead: null, until: later(on('10:00'), hours(24)) }]);
  expect(observation).toMatchObject({ missing: [{ part: 'payments' }], overdue: null, payment: null });
});

it('what is no answer of the cloud is thrown', async () => {
  const breaks = () => {
    throw new TypeError('a mistake');
  };
  await expect(looked({ listVms: breaks })).rejects.toThrow(TypeError);
});

describe('a platform that does not offer everything', () => {
  const until = later(on('10:00'), hours(24));

  it.each([
    ['listClusters', 'clusters'],
    ['listVolumes', 'volumes'],
    ['listDisks', 'disks'],
    ['listImages', 'images'],
    ['listNetworks', 'networks'],
    ['listBuckets', 'buckets'],
    ['listVmDataCenters', 'prices'],
  ] as const)(
    'without %s: %s are not watched, nothing is missing, and it is remembered',
    async (id, part) => {
      const { observation, lacking } = await looked({ [id]: lacks });
      expect(lacking).toEqual([{ part, instead: null, because: 'scripted: 501', until }]);
      expect(observation).toMatchObject({ kind: 'project', missing: [] });
    },
  );

  it('finds machines by the resource search where they have no list, those of the project only', async () => {
    const machine = { id: 'metal', projectId: 'lab', powerState: 'ON', priceHr: { value: '3' } };
    const searchResources = () => [
      { machine },
      { machine: { ...machine, id: 'else', projectId: 'lab-2' } },
      {},
    ];
    const { observation, lacking, questions } = await looked({ listMachines: lacks, searchResources });
    expect(lacking).toEqual([
      { part: 'machines', instead: 'resource-search', because: 'scripted: 501', until },
    ]);
    expect(questions).toContain('searchResources lab');
    expect(observation).toMatchObject({
      missing: [],
      resources: [{ id: 'box' }, { id: 'metal', kind: 'machine' }],
    });
  });

  it('loses no machine of which the resource search does not tell whose it is (invariant 17)', async () => {
    const searchResources = () => [{ machine: { id: 'a', projectId: {} } }, { machine: { id: 'b' } }];
    const { observation } = await looked({ listMachines: lacks, searchResources });
    const because = 'searchResources: a: it is not told whose it is (and 1 more)';
    expect(observation).toMatchObject({ missing: [{ part: 'machines', because }] });
  });

  it('takes spend from the rows of the account, asked once for all its projects', async () => {
    const listAccountSpend = () => [aRow('lab', '1.25'), aRow('shop', '7'), aRow('lab', '0.5')];
    const { observation, lacking } = await looked(
      { getCurrentSpend: lacks, listAccountSpend },
      { account: 'main' },
    );
    expect(lacking).toMatchObject([{ part: 'spend', instead: 'account-spend' }]);
    const spend = observation.kind === 'project' ? observation.spend : null;
    expect(spend?.amount.toFixed()).toBe('1.75');
    expect(spend).toMatchObject({ from: on('01 00:00'), until: on('10:00') });
  });

  it('goes the known detour at once, and gives the part up when that is gone too', async () => {
    const plan: LookPlan = {
      ...everything,
      parts: new Set(['vms']),
      detours: new Map([['machines', 'resource-search']]),
    };
    const found = await looked({ searchResources: () => [] }, { plan });
    expect(found.questions).not.toContain('listMachines lab');
    expect(found.lacking).toEqual([]);
    const lost = await looked({ searchResources: lacks }, { plan });
    expect(lost.lacking).toMatchObject([{ part: 'machines', instead: null }]);
  });

  it('is not judged by a project that is no more, nor by one that could not be asked', async () => {
    const gone = await looked({
      listVms: lacks,
      listMachines: lacks,
      getCurrentSpend: lacks,
      listDisks: lacks,
    });
    expect(gone.lacking).toEqual([]);
    expect(gone.observation.kind).toBe('unseen');
  });

  it('is said not to show accounts only when it lists none either', async () => {
    const order = { target: main, plan: accountPlan };
    const none = await looked(
      { getBillingAccount: lacks, listAccountSpend: lacks },
      { ...order, showsAccounts: false },
    );
    expect(none.lacking).toMatchObject([{ part: 'account', instead: null }]);
    const closed = await looked({ getBillingAccount: lacks }, order);
    expect(closed.lacking).toEqual([]);
    const spendless = await looked({ listAccountSpend: lacks }, order);
    expect(spendless.lacking).toMatchObject([{ part: 'spend', instead: null }]);
    expect(spendless.observation).toMatchObject({ kind: 'account', missing: [] });
  });
});

const aRow = (projectId: string, value: string) => ({
  projectId,
  description: 'VM',
  quantity: 1,
  unit: 'UNIT_HOUR',
  unitAmount: { value },
  amount: { value },
});
