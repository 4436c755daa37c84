import { days } from '../../../model/time/time.ts';
import { happens, newVm, type Scenario, when } from '../scenario.ts';

const account = 'main';

/**
 * A quiet March with few and simple prices, so that a bill can be computed by hand: two projects, VMs created and
 * deleted at odd seconds, one that is stopped and still billed, and the night on which the clocks of London change.
 */
export const month: Scenario = {
  name: 'month',
  seed: 31,
  start: when('2026-03-01T00:00:00Z'),
  length: days(31),
  events: [
    happens('2026-02-27T08:00:00Z', {
      kind: 'open-account',
      id: account,
      displayName: 'Main',
      paymentTerms: 'PREPAID',
      credit: '2500',
      recharge: { low: '100', high: '1000', auto: true },
    }),
    happens('2026-02-27T08:00:00Z', { kind: 'create-project', id: 'lab', account }),
    happens('2026-02-27T08:00:00Z', { kind: 'create-project', id: 'site', account }),

    newVm('2026-02-27T09:17:43Z', 'site', 'server', { priceHr: '0.32', vcpus: 8, workload: { kind: 'web' } }),
    happens('2026-02-27T09:30:11Z', {
      kind: 'create-volume',
      project: 'site',
      id: 'uploads',
      sizeGib: 300,
      usedGib: 120,
    }),
    newVm('2026-03-24T23:59:59Z', 'site', 'canary', { priceHr: '0.041', workload: { kind: 'web' } }),
    happens('2026-03-29T01:00:01Z', { kind: 'terminate-vm', project: 'site', vm: 'canary' }),

    newVm('2026-03-02T08:03:07Z', 'lab', 'notebook', { priceHr: '0.175', workload: { kind: 'notebook' } }),
    newVm('2026-03-03T13:41:29Z', 'lab', 'sweep', {
      priceHr: '11.37',
      machineType: 'sapphire-rapids-a100',
      gpus: 8,
      workload: { kind: 'training' },
    }),
    happens('2026-03-06T04:12:53Z', { kind: 'terminate-vm', project: 'lab', vm: 'sweep' }),
    newVm('2026-03-09T16:22:05Z', 'lab', 'forgotten', { priceHr: '0.618034' }),
    newVm('2026-03-11T10:00:00Z', 'lab', 'nightly', { priceHr: '0.25', workload: { kind: 'nightly' } }),
    happens('2026-03-18T18:44:17Z', { kind: 'stop-vm', project: 'lab', vm: 'nightly' }),
    happens('2026-03-12T06:15:37Z', {
      kind: 'create-machine',
      project: 'lab',
      id: 'metal-1',
      priceHr: '1.9',
    }),
    happens('2026-03-20T21:07:09Z', { kind: 'set-power', project: 'lab', machine: 'metal-1', power: 'OFF' }),
  ],
};
