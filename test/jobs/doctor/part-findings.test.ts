import { describe, expect, it } from 'vitest';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aWireMachine, aWireVm } from '../../support/builders/wire-builders.ts';
import { type Answers, failing } from '../../support/clouds/scripted-cloud.ts';
import { aCheckUp, aGoodCloud, type wholePolicy } from './a-check-up.ts';

const good = aGoodCloud('lab', 'web');

/** Fails for one project, or for all of them. */
const fails =
  (kind: Parameters<typeof failing>[0], project?: string) => (input: Readonly<Record<string, unknown>>) => {
    if (project === undefined || input['projectId'] === project || input['id'] === project)
      throw failing(kind);
    return [];
  };

describe('a part of the poll', () => {
  it.each<{ operation: keyof Answers; row: string }>([
    { operation: 'listVms', row: 'vms' },
    { operation: 'listClusters', row: 'clusters' },
    { operation: 'listVolumes', row: 'volumes' },
    { operation: 'listDisks', row: 'disks' },
    { operation: 'listImages', row: 'images' },
    { operation: 'listNetworks', row: 'networks' },
  ])('$operation is judged by the outcome of its requests', async ({ operation, row }) => {
    const judged = async (answer: NonNullable<Answers[typeof operation]>) =>
      (await aCheckUp({ ...good, [operation]: answer })).finding(row);
    expect(await judged(fails('not-found'))).toMatchObject({ state: 'no', found: 'unsupported' });
    expect(await judged(fails('unsupported', 'web'))).toMatchObject({
      state: 'partly',
      found: expect.stringMatching(/ in 1 project; unsupported in web$/),
    });
    expect(await judged(fails('forbidden', 'lab'))).toMatchObject({
      state: 'partly',
      found: expect.stringMatching(/not permitted in lab$/),
      remedy: 'grant the user of the key the role VIEWER on lab',
    });
    expect(await judged(fails('unavailable'))).toMatchObject({
      state: 'no',
      found: 'failed in lab, web: scripted: unavailable',
    });
    expect(await judged(() => [{ id: 7 }])).toMatchObject({
      state: 'partly',
      found: expect.stringMatching(/cannot be read: \w+\[0\]\.id/),
      remedy: expect.stringMatching(/^report/),
    });
  });

  it('is reported with the number of its resources', async () => {
    const vms = () => [aWireVm(), aWireVm({ id: 'second' })];
    const { finding } = await aCheckUp({ ...good, listVms: vms });
    expect(finding('vms')).toMatchObject({ state: 'ok', found: '4 VMs in 2 projects' });
  });

  it('is reported with several faults, each with its project', async () => {
    const { finding } = await aCheckUp({
      ...aGoodCloud('a', 'b', 'c'),
      listDisks: (input) => {
        if (input['projectId'] === 'a') throw failing('forbidden');
        if (input['projectId'] === 'b') throw failing('unavailable');
        return [];
      },
    });
    expect(finding('disks').found).toBe(
      '0 disks in 1 project; not permitted in a; failed in b: scripted: unavailable',
    );
  });
});

describe('a part with a fallback', () => {
  it('is monitored, and the fallback is named: machines by the resource search', async () => {
    const { finding } = await aCheckUp({
      ...good,
      listMachines: fails('not-found'),
      searchResources: () => [{ machine: aWireMachine({ projectId: 'lab' }) }, { machine: null }],
    });
    expect(finding('machines')).toMatchObject({
      state: 'ok',
      found:
        'available for 2 projects; by the resource search, because the platform does not support it directly',
      figures: { fallback: 'the resource search', items: null },
    });
  });

  it('is monitored, and the fallback is named: project spend by the rows of the account', async () => {
    const { finding } = await aCheckUp({ ...good, getCurrentSpend: fails('unsupported') });
    expect(finding('project-spend')).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('by the spend of the billing account'),
    });
  });

  it('is not monitored when the fallback fails or is unsupported too', async () => {
    const without = { ...good, listMachines: fails('not-found') };
    const failed = await aCheckUp({ ...without, searchResources: fails('unavailable') });
    expect(failed.finding('machines')).toMatchObject({
      state: 'no',
      found: expect.stringMatching(/^failed in lab, web/),
    });
    const absent = await aCheckUp({ ...without, searchResources: fails('not-found') });
    expect(absent.finding('machines')).toMatchObject({ state: 'no', found: 'unsupported' });
  });

  it('is not monitored where it is unknown to which account a project belongs', async () => {
    const { finding } = await aCheckUp({
      ...good,
      listProjects: () => [{ id: 'lab' }, { id: 'web', billingAccountId: 'main' }],
      getCurrentSpend: fails('not-found'),
    });
    expect(finding('project-spend')).toMatchObject({
      state: 'partly',
      found: expect.stringMatching(/unsupported in lab$/),
    });
  });
});

describe('spend', () => {
  const rowsFor = async (...rules: (typeof wholePolicy)['rules']) => {
    const { diagnosis } = await aCheckUp(good, { policy: aPolicy({ rules }) });
    return diagnosis.findings.map(({ id }) => id).filter((id) => id.endsWith('spend'));
  };

  it('is checked only as far as a budget needs it', async () => {
    expect(await rowsFor(anIdleRule())).toEqual([]);
    expect(await rowsFor(aBudgetRule())).toEqual(['project-spend']);
    expect(await rowsFor(aBudgetRule({ match: { account: 'main' } }))).toEqual(['account-spend']);
  });
});

describe('the money that an account owes', () => {
  it('has a finding for each kind, and a gap where the platform does not report it', async () => {
    const { finding } = await aCheckUp({ ...good, listInvoices: fails('unsupported') });
    expect(finding('open-invoices')).toMatchObject({ state: 'no', found: 'unsupported' });
    expect(finding('payments')).toMatchObject({ state: 'ok', found: '0 payments in 1 account' });
  });
});

describe('the state of an account', () => {
  it('is a gap where the account cannot be read', async () => {
    const { finding } = await aCheckUp({ ...good, getBillingAccount: fails('forbidden') });
    expect(finding('account-state')).toMatchObject({ state: 'no', found: 'not permitted in main' });
  });
});
