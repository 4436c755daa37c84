import { expect, it } from 'vitest';
import { getBillingAccount, getCurrentSpend } from '../../../lib/clouds/compute/contract/billing-accounts.ts';
import { getMachine } from '../../../lib/clouds/compute/contract/machines.ts';
import { getVm } from '../../../lib/clouds/compute/contract/vms.ts';
import { BillingAccountId, MachineId, ProjectId, VmId } from '../../../lib/model/ids.ts';
import { watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { answer, rudeService } from '../../support/rude-service.ts';

const projectId = ProjectId.parse('ml-infra');

/** Reads by id: what a cloud answers, and what is read from that. */
const reads = [
  [
    'an account',
    { state: 'STATE_ACTIVE', creditBalance: { value: '5' } },
    async (url: string) =>
      watchedCloud(url).cloud.call(getBillingAccount, { id: BillingAccountId.parse('asked') }),
  ],
  [
    'a VM',
    { state: 'ACTIVE', vcpus: 4 },
    async (url: string) =>
      (await watchedCloud(url).cloud.call(getVm, { projectId, id: VmId.parse('asked') })).VM,
  ],
  [
    'a machine',
    { state: 'ACTIVE', powerState: 'ON' },
    async (url: string) =>
      watchedCloud(url).cloud.call(getMachine, { projectId, id: MachineId.parse('asked') }),
  ],
] as const;

const wrapped = (what: string, record: object) => (what === 'a VM' ? { VM: record } : record);

// Invariant 17.
it.each(
  reads.flatMap(([what, record, read]) =>
    [undefined, null, ''].map((id) => [what, id, record, read] as const),
  ),
)(
  '%s that was requested by its id is read with that id where the reply has %j as id, which is marked as unreadable',
  async (what, id, record, read) => {
    const { url } = await rudeService((response) => answer(response, 200, wrapped(what, { ...record, id })));
    expect(await read(url)).toMatchObject({
      id: 'asked',
      state: record.state,
      unreadable: [{ field: 'id', because: 'is missing' }],
    });
  },
);

it.each(
  reads.flatMap(([what, , read]) =>
    [{}, { state: null }, { code: 5, message: 'not found', state: 'x' }, []].map(
      (reply) => [what, reply, read] as const,
    ),
  ),
)('%s is not read from a reply that holds none of its fields: %j', async (what, reply, read) => {
  const { url } = await rudeService((response) => answer(response, 200, wrapped(what, reply)));
  await expect(read(url)).rejects.toMatchObject({ kind: 'contract' });
});

it.each(reads)('%s is not read from the record of another one (invariant 22)', async (what, record, read) => {
  const { url } = await rudeService((response) =>
    answer(response, 200, wrapped(what, { ...record, id: 'other' })),
  );
  await expect(read(url)).rejects.toMatchObject({
    kind: 'contract',
    provesAbsence: false,
    message: expect.stringContaining('about another resource, id "other"'),
  });
});

it.each([
  ['a VM of another project', { id: 'asked', projectId: 'shop', state: 'ACTIVE' }],
  ['a machine of another project', { id: 'asked', projectId: 'shop', state: 'ACTIVE' }],
] as const)('%s does not count as the one that was requested', async (what, record) => {
  const { url } = await rudeService((response) =>
    answer(response, 200, what.startsWith('a VM') ? { VM: record } : record),
  );
  const [, , read] = what.startsWith('a VM') ? reads[1] : reads[2];
  await expect(read(url)).rejects.toMatchObject({ kind: 'contract' });
});

it('the spend of another project is not read as that of the requested one', async () => {
  const { url } = await rudeService((response) =>
    answer(response, 200, { projectId: 'shop', spend: { value: '5' } }),
  );
  await expect(watchedCloud(url).cloud.call(getCurrentSpend, { id: projectId })).rejects.toMatchObject({
    kind: 'contract',
  });
});
