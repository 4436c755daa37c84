import { describe, expect, it } from 'vitest';
import { earlier, minutes } from '../../../lib/model/time/time.ts';
import type { SignalPoint, SignalSource } from '../../../lib/observe/signals/signals.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aWireVm } from '../../support/builders/wire-builders.ts';
import { aCheckUp, aGoodCloud } from './a-check-up.ts';

const good = aGoodCloud('lab');
const policy = aPolicy({
  rules: [aBudgetRule(), anIdleRule()],
  protect: [{ kind: 'matching', match: { metadata: { env: 'production' } } }],
});
const findingsFor = async (metadata: Readonly<Record<string, string>>) => {
  const cloud = { ...good, listVms: () => [aWireVm({ id: 'web-1', metadata })] };
  const { diagnosis } = await aCheckUp(cloud, { policy });
  return diagnosis.findings.filter(({ id }) => id === 'protection');
};

describe('metadata that looks like a protection but is none', () => {
  it.each([
    [{ spendwach: 'keep' }],
    [{ 'spend-watch-kep': 'yes' }],
    [{ keep: 'true' }],
    [{ 'Do Not Stop': 'please' }],
    [{ policy: 'do-not-delete' }],
    [{ env: 'prod' }],
    [{ env: 'producton' }],
    [{ evn: 'production' }],
  ])('%j is listed with what would protect', async (metadata) => {
    const [key = '', value = ''] = Object.entries(metadata)[0] ?? [];
    expect(await findingsFor(metadata)).toMatchObject([
      {
        state: 'advice',
        found: expect.stringContaining(`lab/web-1 (${key}: ${value})`),
        remedy: expect.stringContaining('spendwatch: keep'),
        figures: { vms: 1 },
      },
    ]);
  });

  it.each([
    [{}],
    [{ Spendwatch: 'keep', keep: 'true' }],
    [{ Env: 'Production' }],
    [{ env: 'dev', team: 'search', owner: 'ada' }],
    [{ keep: 'false' }],
    [{ protected: 'no' }],
    [{ 'spendwatch-address': '10.0.0.7' }],
  ])('%j is not listed', async (metadata) => {
    expect(await findingsFor(metadata)).toEqual([]);
  });
});

describe('names of signals that match no VM', () => {
  const point: SignalPoint = {
    at: earlier(noon, minutes(5)),
    cpu: null,
    gpu: { known: 8, busiest: 0, memory: null },
  };
  const named = (...names: readonly string[]): SignalSource[] => [
    { name: 'Prometheus', read: async () => new Map(names.map((name) => [name, [point]])) },
  ];
  const findingOf = async (signals: SignalSource[], sample = 3, projects = ['lab']) => {
    const cloud = {
      ...aGoodCloud(...projects),
      listVms: () => [
        aWireVm({ id: 'Train 7b', gpuQuantity: 8, metadata: { 'spendwatch-address': '10.0.0.7' } }),
      ],
    };
    const { diagnosis } = await aCheckUp(cloud, { signals, sample });
    return diagnosis.findings.find(({ id }) => id === 'signal-names');
  };

  it.each(['train-7b', 'train_7b', 'tran 7b', 'lab/train-7b', '10.0.0.17'])(
    '%j is listed as close to that of a VM without signals',
    async (name) => {
      expect(await findingOf(named(name))).toMatchObject({
        state: 'advice',
        found: expect.stringContaining(`1 name of signals match no VM checked: ${name}, which may be`),
        remedy: expect.stringContaining('spendwatch-address'),
      });
    },
  );

  it('are counted where no VM has a similar name', async () => {
    expect(await findingOf(named('postgres', 'train 7b'))).toMatchObject({
      state: 'ok',
      found: '1 name of signals match no VM checked: postgres',
    });
  });

  it('are not reported where every name is that of a VM', async () => {
    expect(await findingOf(named('train 7b', '10.0.0.7', 'lab/train 7b'))).toBeUndefined();
  });

  it('are not reported while unchecked projects may have the VM', async () => {
    expect(await findingOf(named('train-9'), 1, ['lab', 'other'])).toBeUndefined();
  });
});
