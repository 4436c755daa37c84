import { describe, expect, it } from 'vitest';
import { earlier, hours, minutes } from '../../../lib/model/time/time.ts';
import { SignalError, type SignalPoint, type SignalSource } from '../../../lib/observe/signals/signals.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aSample, aWireVm } from '../../support/builders/wire-builders.ts';
import { failing } from '../../support/clouds/scripted-cloud.ts';
import { aCheckUp, aGoodCloud, wholePolicy } from './a-check-up.ts';

const good = aGoodCloud('lab');
const bare = () => [aWireVm({ metadata: null, price: null, createTime: null }), aWireVm({ id: 'whole' })];

describe('the facts that the platform shows of its VMs', () => {
  const cautious = aPolicy({
    rules: [aBudgetRule(), anIdleRule()],
    protect: [{ kind: 'younger-than', age: hours(2) }],
  });

  it.each(['vm-metadata', 'vm-prices', 'vm-ages'])(
    '%s are a gap where the policy needs them',
    async (row) => {
      const { finding } = await aCheckUp({ ...good, listVms: bare }, { policy: cautious });
      expect(finding(row)).toMatchObject({
        state: 'partly',
        found: 'shown for 1 of 2 VMs',
        unwatched: expect.any(String),
      });
    },
  );

  it.each(['vm-metadata', 'vm-prices', 'vm-ages'])('%s are no gap where no rule needs them', async (row) => {
    const rules = [aBudgetRule({ basis: 'reported' }), anIdleRule({ mode: 'observe' })];
    const policy = aPolicy({ rules, protect: cautious.protect });
    const { finding, diagnosis } = await aCheckUp({ ...good, listVms: bare }, { policy });
    expect(finding(row)).toMatchObject({ state: 'ok', found: 'shown for 1 of 2 VMs; no rule needs it' });
    expect(diagnosis.outcome).toBe('watchable');
  });

  it('include metadata as needed where a rule or a protection matches it', async () => {
    const observing = anIdleRule({ mode: 'observe', match: { metadata: { team: '*' } } });
    const protecting = { kind: 'matching', match: { metadata: { env: 'production' } } } as const;
    for (const policy of [
      aPolicy({ rules: [observing] }),
      aPolicy({ rules: [aBudgetRule()], protect: [protecting] }),
    ]) {
      const { finding } = await aCheckUp({ ...good, listVms: bare }, { policy });
      expect(finding('vm-metadata').state).toBe('partly');
    }
  });

  it('have no findings where there is no VM', async () => {
    const { diagnosis } = await aCheckUp({ ...good, listVms: () => [] });
    expect(diagnosis.findings.filter(({ id }) => id.startsWith('vm-') || id === 'gpus')).toEqual([]);
  });
});

describe('GPUs', () => {
  const withGpus = { ...good, listVms: () => [aWireVm({ gpuQuantity: 8 }), aWireVm({ id: 'plain' })] };

  it('are a gap where an idle rule matches VMs that have them', async () => {
    const { finding } = await aCheckUp(withGpus);
    expect(finding('gpus')).toMatchObject({
      state: 'partly',
      remedy: expect.stringContaining('docs/signals.md'),
      figures: { vms: 1, underIdleRules: 1, known: 0 },
    });
  });

  const told = (points: readonly SignalPoint[]): SignalSource[] => [
    { name: 'Prometheus', read: async () => new Map([['vm', points]]) },
  ];
  const of = (known: number, age = 5): SignalPoint => ({
    at: earlier(noon, minutes(age)),
    cpu: null,
    gpu: { known, busiest: 0, memory: null },
  });

  it.each([
    ['of all', [of(8)], 'ok', 'the use of all GPUs is known for 1'],
    ['of some', [of(7)], 'partly', 'lab/vm: 7 of 8 GPUs known'],
    ['of none', [], 'partly', 'lab/vm: no signal'],
    ['long ago', [of(8, 40)], 'partly', 'lab/vm: newest signal 40 min old'],
  ])('are known from signals %s', async (_, points, state, found) => {
    const cloud = { ...good, listVms: () => [aWireVm({ id: 'vm', gpuQuantity: 8 })] };
    const { finding } = await aCheckUp(cloud, { signals: told(points) });
    expect(finding('gpus')).toMatchObject({ state, found: expect.stringContaining(found) });
  });

  const pushed = (points: readonly SignalPoint[]): SignalSource[] => [
    { name: 'pushes', read: async () => new Map([['project/lab/vm/vm', points]]) },
  ];

  it.each([
    ['whole and new', pushed([of(8)]), 'ok', '1 VM pushed in the last 45 min, all with metrics of every GPU'],
    ['of some GPUs', pushed([of(7)]), 'no', 'lab/vm: 7 of 8 GPUs known'],
    ['old', pushed([of(8, 40)]), 'no', 'lab/vm: newest figure 40 min old'],
    ['only about a running job', pushed([{ at: noon, cpu: null, logins: 1 }]), 'advice', '0 VMs pushed'],
    ['about no machine', [{ name: 'pushes', read: async () => new Map() }], 'advice', '0 VMs pushed'],
  ])('have a finding on pushes that are %s', async (_, signals, state, found) => {
    const cloud = { ...good, listVms: () => [aWireVm({ id: 'vm', gpuQuantity: 8 })] };
    const { finding } = await aCheckUp(cloud, { signals });
    expect(finding('pushes')).toMatchObject({ state, found: expect.stringContaining(found) });
  });

  it('are not known from pushes where the ledger cannot be read', async () => {
    const read = () => Promise.reject(new SignalError('the ledger that holds them cannot be read'));
    const { finding } = await aCheckUp(withGpus, { signals: [{ name: 'pushes', read }] });
    expect(finding('signals')).toMatchObject({
      state: 'no',
      remedy: expect.stringContaining('SPENDWATCH_DATA'),
    });
  });

  it('are not known from a failing source, which has a finding of its own', async () => {
    const signals = [{ name: 'Prometheus', read: () => Promise.reject(new SignalError('it answered 401')) }];
    const { finding } = await aCheckUp(withGpus, { signals });
    expect(finding('signals')).toMatchObject({ state: 'no', found: 'Prometheus: it answered 401' });
  });

  it('are no gap on a stopped VM, which has no use', async () => {
    const stopped = { ...good, listVms: () => [aWireVm({ gpuQuantity: 8, state: 'STOPPED' })] };
    const { finding } = await aCheckUp(stopped);
    expect(finding('gpus')).toMatchObject({ state: 'ok', found: '1 VM with GPUs' });
  });

  it('are no gap where the rules leave them out', async () => {
    const policy = aPolicy({ rules: [aBudgetRule(), anIdleRule({ match: { id: 'another' } })] });
    const { finding } = await aCheckUp(withGpus, { policy });
    expect(finding('gpus')).toMatchObject({ state: 'ok', found: '1 VM with GPUs' });
  });

  it('are a gap that names the VMs where rules leave them out only because they have GPUs', async () => {
    const policy = aPolicy({ rules: [aBudgetRule(), anIdleRule({ match: { gpus: 0 } })] });
    const { finding } = await aCheckUp(withGpus, { policy });
    expect(finding('gpus')).toMatchObject({
      state: 'partly',
      found: expect.stringMatching(/: no signal$/),
      remedy: expect.stringMatching(/; then remove `gpus` from the `match` of the idle rule$/),
    });
  });
});

describe('usage samples', () => {
  const samplesFor = async (monitorVm: () => unknown) =>
    (await aCheckUp({ ...good, monitorVm })).finding('samples');
  const ago = (age: number, more: Parameters<typeof aSample>[1] = {}) =>
    aSample(earlier(noon, minutes(age)), more);

  it('are fine when they are new and have all three figures', async () => {
    expect(await samplesFor(() => [ago(10), ago(5)])).toMatchObject({
      state: 'ok',
      figures: { judgeable: 1, good: 1 },
    });
  });

  it.each([
    { what: 'are missing', items: () => [], because: 'no samples' },
    { what: 'are only one', items: () => [ago(5)], because: 'fewer than two samples' },
    {
      what: 'lack figures',
      items: () => [ago(10, { netRx: null, diskWrBytes: null }), ago(5, { netRx: null, diskWrBytes: null })],
      because: 'samples without network, disk',
    },
    { what: 'are old', items: () => [ago(70), ago(65)], because: 'newest sample 1 h 5 min old' },
  ])('are too few to judge a VM when they $what', async ({ items, because }) => {
    expect(await samplesFor(items)).toMatchObject({
      state: 'no',
      found: `0 of 1 VM checked have sufficient samples; ${because}`,
      unwatched: expect.stringContaining('never found idle'),
    });
  });

  it.each([
    { kind: 'not-found', remedy: /try again later/ },
    { kind: 'forbidden', remedy: /the role VIEWER/ },
  ] as const)('that are $kind are not enough to judge a VM', async ({ kind, remedy }) => {
    const finding = await samplesFor(() => {
      throw failing(kind);
    });
    expect(finding).toMatchObject({
      state: 'no',
      found: expect.stringContaining(kind),
      remedy: expect.stringMatching(remedy),
    });
  });

  it('are not asked for without an idle rule', async () => {
    const { asked, diagnosis } = await aCheckUp(good, { policy: aPolicy({ rules: [aBudgetRule()] }) });
    expect(diagnosis.findings.map(({ id }) => id)).not.toContain('samples');
    expect(asked.filter((question) => question.startsWith('monitorVm'))).toEqual([]);
  });

  it('are asked for no more than five VMs of a project', async () => {
    const many = Array.from({ length: 9 }, (_, n) => aWireVm({ id: `vm-${n}` }));
    const { asked, finding } = await aCheckUp({ ...good, listVms: () => many });
    expect(asked.filter((question) => question.startsWith('monitorVm'))).toHaveLength(5);
    expect(finding('samples').figures).toEqual({ judgeable: 9, asked: 5, good: 5 });
  });
});

describe('the VM that is read once more', () => {
  it('is read only where something would be stopped', async () => {
    const watched = await aCheckUp(good, { policy: aPolicy({ rules: [anIdleRule({ mode: 'observe' })] }) });
    expect(watched.asked.filter((question) => question.startsWith('getVm'))).toEqual([]);
    const stopped = await aCheckUp(good, { policy: wholePolicy });
    expect(stopped.asked).toContain('getVm lab/box');
    expect(stopped.finding('reread')).toMatchObject({ state: 'ok', found: 'in 1 of 1 project' });
  });

  it('is a gap where it cannot be read', async () => {
    const { finding } = await aCheckUp({
      ...good,
      getVm: () => {
        throw failing('unsupported');
      },
    });
    expect(finding('reread')).toMatchObject({
      state: 'no',
      unwatched: expect.stringContaining('never stopped'),
    });
  });
});

describe('guest pings', () => {
  const mute = [15, 10, 5].map((ago) => aSample(earlier(noon, minutes(ago)), { guestPing: 0 }));
  const rowsFor = async (rule = anIdleRule(), items: unknown = mute) => {
    const { diagnosis } = await aCheckUp(
      { ...good, monitorVm: () => items },
      { policy: aPolicy({ rules: [rule] }) },
    );
    return diagnosis.findings.filter(({ id }) => id === 'guest-ping');
  };

  it('that no guest answers are a gap, with what to do', async () => {
    expect(await rowsFor()).toMatchObject([
      {
        state: 'no',
        found: '1 of 1 VM checked never answered a ping',
        remedy: expect.stringContaining('guest-ping: ignored'),
      },
    ]);
  });

  it('have no finding where every rule ignores them, some are answered, or none is known', async () => {
    expect(await rowsFor(anIdleRule({ guestPing: 'ignored' }))).toEqual([]);
    const answered = aSample(noon, { guestPing: 1 });
    expect(await rowsFor(anIdleRule(), [...mute, answered])).toEqual([]);
    expect(await rowsFor(anIdleRule(), [aSample(earlier(noon, minutes(5))), aSample(noon)])).toEqual([]);
  });
});
