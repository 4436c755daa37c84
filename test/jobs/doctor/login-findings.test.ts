import { describe, expect, it } from 'vitest';
import type { SignalSource } from '../../../lib/observe/signals/signals.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aWireVm } from '../../support/builders/wire-builders.ts';
import { aCheckUp, aGoodCloud } from './a-check-up.ts';

const good = aGoodCloud('lab');

describe('logins', () => {
  const cloud = { ...good, listVms: () => [aWireVm({ id: 'vm' }), aWireVm({ id: 'plain' })] };
  const reporting = (...names: readonly string[]): SignalSource[] => [
    {
      name: 'Prometheus',
      read: async () => new Map(names.map((name) => [name, [{ at: noon, cpu: null, logins: 0 }]])),
    },
  ];

  it('that some VMs never reported are a gap that names those VMs, which are judged without them', async () => {
    const { finding } = await aCheckUp(cloud, { signals: reporting('vm') });
    expect(finding('logins')).toMatchObject({
      state: 'partly',
      found: 'reported by 1 of 2 running VMs under an idle rule that counts them; not by lab/plain',
      unwatched: expect.stringContaining('judged without that sign'),
    });
  });

  it('that all VMs reported are no gap, and without any there is no finding', async () => {
    const { finding } = await aCheckUp(cloud, { signals: reporting('vm', 'plain') });
    expect(finding('logins')).toMatchObject({ state: 'ok', unwatched: null });
    const { diagnosis } = await aCheckUp(cloud);
    expect(diagnosis.findings.filter(({ id }) => id === 'logins')).toEqual([]);
  });
});
