import { describe, expect, it } from 'vitest';
import type { PollOrder, PollPlan } from '../../../lib/clouds/cloud.ts';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { Part } from '../../../lib/model/facts/observation.ts';
import { accountTarget, BillingAccountId, ProjectId, VmId } from '../../../lib/model/ids.ts';
import { hours, later } from '../../../lib/model/time/time.ts';
import { aHead, anObservation, lab } from '../../support/builders/observation-builders.ts';
import { aPlatform } from '../../support/clouds/platform.ts';
import { type Answers, failing } from '../../support/clouds/scripted-cloud.ts';
import { setClock } from '../../support/set-clock.ts';
import { on } from '../../support/timeline.ts';

const everything: PollPlan = {
  parts: new Set(Part.options.filter((part) => !['account', 'invoices', 'payments'].includes(part))),
  ...{ fallbacks: new Set(), usage: [VmId.parse('box')], pastSpend: [] },
};
const accountPlan: PollPlan = {
  parts: new Set(['account', 'spend', 'invoices', 'payments']),
  ...{ fallbacks: new Set(), usage: [], pastSpend: [] },
};
const account = BillingAccountId.parse('main');
const main = { kind: 'account', connection: null, id: accountTarget(null, account), account } as const;
const project = ProjectId.parse('lab');

async function polled(answers: Answers = {}, overrides: Partial<PollOrder> = {}) {
  const clock = setClock(on('10:00'));
  const cloud = aPlatform(clock, answers);
  const order = {
    target: { kind: 'project', connection: null, id: lab, project } as const,
    plan: everything,
    at: on('10:00'),
    account: null,
    zone: 'UTC',
    showsAccounts: true,
    unsupportedLife: hours(24),
    known: [],
    ...overrides,
  };
  const { asked, unsupported, observe } = await computeCloud(cloud).polls()(order);
  return {
    asked,
    unsupported,
    pollResult: observe({ ...aHead({ observation: anObservation({ at: on('09:55') }) }), samplings: [] }),
    questions: cloud.asked,
  };
}

const unsupportedParts = () => {
  throw failing('unsupported', '501');
};
const refuse = () => {
  throw failing('unavailable', '503');
};

describe('a poll of a project', () => {
  it('sends the planned requests and no others', async () => {
    const whole = await polled();
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
    const least = await polled(
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
  ] as const)(
    'after a failed %s counts %s as missing, and keeps everything else',
    async (operation, part) => {
      const { pollResult, asked } = await polled({ [operation]: refuse });
      expect(asked).toContain(part);
      expect(pollResult).toMatchObject({ kind: 'project', missing: [{ part, because: 'scripted: 503' }] });
      expect(pollResult.kind === 'project' && [...pollResult.seen, part].sort()).toEqual([...asked].sort());
    },
  );
});

describe('a poll of a billing account', () => {
  it.each([
    ['UTC', '2026-11-01T00:00:00Z'],
    ['America/New_York', '2026-11-01T04:00:00Z'],
    ['Asia/Kolkata', '2026-10-31T18:30:00Z'],
  ])('asks for the spend since the month began in %s', async (zone, from) => {
    const { questions, pollResult } = await polled({}, { target: main, plan: accountPlan, zone });
    expect(questions).toContain(`listAccountSpend main/${from}/2026-11-21T10:00:00Z`);
    expect(pollResult).toMatchObject({
      kind: 'account',
      seen: ['account', 'invoices', 'payments', 'spend'],
      spend: { until: on('10:00') },
    });
  });

  it('counts failed spend as missing, and fails where the account cannot be read', async () => {
    const spendless = await polled({ listAccountSpend: refuse }, { target: main, plan: accountPlan });
    expect(spendless.pollResult).toMatchObject({
      kind: 'account',
      spend: null,
      missing: [{ part: 'spend' }],
    });
    const unseen = await polled({ getBillingAccount: refuse }, { target: main, plan: accountPlan });
    expect(unseen.pollResult).toMatchObject({ kind: 'failed-poll', because: 'scripted: 503' });
  });
});

it('owed money that the platform does not report is remembered as unsupported, and a failed request as missing', async () => {
  const answers = { listInvoices: unsupportedParts, listAccountTransactions: refuse };
  const { unsupported, pollResult } = await polled(answers, { target: main, plan: accountPlan });
  const until = later(on('10:00'), hours(24));
  expect(unsupported).toMatchObject([{ part: 'invoices', instead: null, until }]);
  expect(pollResult).toMatchObject({ missing: [{ part: 'payments' }], overdue: null, payment: null });
});

it('an exception other than an error of the cloud is thrown', async () => {
  const breaks = () => {
    throw new TypeError('a mistake');
  };
  await expect(polled({ listVms: breaks })).rejects.toThrow(TypeError);
});

describe('a platform that does not support everything', () => {
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
    'without %s has unsupported %s, which is remembered and not reported as missing',
    async (id, part) => {
      const { pollResult, unsupported } = await polled({ [id]: unsupportedParts });
      expect(unsupported).toEqual([{ part, instead: null, because: 'scripted: 501', until }]);
      expect(pollResult).toMatchObject({ kind: 'project', missing: [] });
    },
  );

  it('has its machines found by the resource search where they have no list, those of the project only', async () => {
    const machine = { id: 'metal', projectId: 'lab', powerState: 'ON', priceHr: { value: '3' } };
    const searchResources = () => [
      { machine },
      { machine: { ...machine, id: 'else', projectId: 'lab-2' } },
      {},
    ];
    const { pollResult, unsupported, questions } = await polled({
      listMachines: unsupportedParts,
      searchResources,
    });
    expect(unsupported).toEqual([
      { part: 'machines', instead: 'the resource search', because: 'scripted: 501', until },
    ]);
    expect(questions).toContain('searchResources lab');
    expect(pollResult).toMatchObject({
      missing: [],
      resources: [{ id: 'box' }, { id: 'metal', kind: 'machine' }],
    });
  });

  it('loses no machine whose project the resource search does not show (invariant 17)', async () => {
    const searchResources = () => [{ machine: { id: 'a', projectId: {} } }, { machine: { id: 'b' } }];
    const { pollResult } = await polled({ listMachines: unsupportedParts, searchResources });
    const because = 'searchResources: a: the platform does not report its project (and 1 more)';
    expect(pollResult).toMatchObject({ missing: [{ part: 'machines', because }] });
  });

  it('has spend read from the rows of the account, once for all its projects', async () => {
    const listAccountSpend = () => [aRow('lab', '1.25'), aRow('shop', '7'), aRow('lab', '0.5')];
    const { pollResult, unsupported } = await polled(
      { getCurrentSpend: unsupportedParts, listAccountSpend },
      { account: 'main' },
    );
    expect(unsupported).toMatchObject([{ part: 'spend', instead: 'the spend of the billing account' }]);
    const spend = pollResult.kind === 'project' ? pollResult.spend : null;
    expect(spend?.amount.toFixed()).toBe('1.75');
    expect(spend).toMatchObject({ from: on('01 00:00'), until: on('10:00') });
  });

  it('has the known fallback used at once, and the part counted as unsupported when that is gone too', async () => {
    const plan: PollPlan = {
      ...everything,
      parts: new Set(['vms']),
      fallbacks: new Set(['machines'] as const),
    };
    const found = await polled({ searchResources: () => [] }, { plan });
    expect(found.questions).not.toContain('listMachines lab');
    expect(found.unsupported).toEqual([]);
    const lost = await polled({ searchResources: unsupportedParts }, { plan });
    expect(lost.unsupported).toMatchObject([{ part: 'machines', instead: null }]);
  });

  it('is not judged by a project that no longer exists, nor by one that could not be polled', async () => {
    const gone = await polled({
      listVms: unsupportedParts,
      listMachines: unsupportedParts,
      getCurrentSpend: unsupportedParts,
      listDisks: unsupportedParts,
    });
    expect(gone.unsupported).toEqual([]);
    expect(gone.pollResult.kind).toBe('failed-poll');
  });

  it('counts as not showing accounts only when it lists none either', async () => {
    const order = { target: main, plan: accountPlan };
    const none = await polled(
      { getBillingAccount: unsupportedParts, listAccountSpend: unsupportedParts },
      { ...order, showsAccounts: false },
    );
    expect(none.unsupported).toMatchObject([{ part: 'account', instead: null }]);
    const closed = await polled({ getBillingAccount: unsupportedParts }, order);
    expect(closed.unsupported).toEqual([]);
    const spendless = await polled({ listAccountSpend: unsupportedParts }, order);
    expect(spendless.unsupported).toMatchObject([{ part: 'spend', instead: null }]);
    expect(spendless.pollResult).toMatchObject({ kind: 'account', missing: [] });
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
