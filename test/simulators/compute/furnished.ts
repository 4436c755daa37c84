import type { AnyOperation } from '../../../lib/clouds/http/operation.ts';
import { hours } from '../../../lib/model/time/time.ts';
import type { AppOptions } from '../../../lib/simulators/compute/http/app.ts';
import { aCloud, aVm, editor, viewer } from './a-cloud.ts';

export const publicKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ana@laptop';

export const owner = { key: 'owner-key', role: 'owner' } as const;
/** With no role on anything. */
export const nobody = { key: 'nobody-key', user: 'nobody@example.com' } as const;
export const roles = ['VIEWER', 'EDITOR', 'OWNER'] as const;
/** Who has a role on the account and the data center of their own, and reaches no further. */
export const member = (role: (typeof roles)[number]) => `member-${role.toLowerCase()}`;

/** A cloud with one of everything in it, and keys of every kind. */
export function aFurnishedCloud(options: Partial<Omit<AppOptions, 'world' | 'keys'>> = {}) {
  const members = roles.map((role) => ({ key: member(role), user: `${member(role)}@example.com` }));
  const cloud = aCloud({ keys: [viewer, editor, owner, nobody, ...members], ...options });
  const { world, clock } = cloud;
  const inLab = { project: 'lab' };
  world.perform(aVm());
  world.perform({ kind: 'create-volume', ...inLab, id: 'papers', sizeGib: 100 });
  world.perform({ kind: 'create-machine', ...inLab, id: 'metal' });
  world.perform({ kind: 'create-cluster', ...inLab, id: 'hpc', machines: 2 });
  world.perform({ kind: 'create-network', ...inLab, id: 'net' });
  world.perform({ kind: 'create-security-group', ...inLab, id: 'web' });
  world.perform({ kind: 'create-disk', ...inLab, id: 'data', sizeGib: 10 });
  world.perform({ kind: 'create-bucket', ...inLab, id: 'models', sizeGib: 40, objects: 3 });
  clock.advance(hours(1));
  world.perform({ kind: 'create-image', ...inLab, id: 'golden', vm: 'box' });
  world.perform({ kind: 'add-credit', account: 'main', amount: '10' });
  for (const role of roles) {
    const user = `${member(role)}@example.com`;
    world.perform({ kind: 'give-role', user, on: { kind: 'account', id: 'main' }, role });
    world.perform({ kind: 'give-role', user, on: { kind: 'dataCenter', id: 'gb-london-1' }, role });
  }
  for (const { email } of [...world.state().identity.users.values()]) {
    world.perform({ kind: 'add-ssh-key', user: email, id: 'laptop', publicKey });
  }
  clock.advance(hours(2));
  return cloud;
}

/** What stands for a parameter, by its name or, where that is no more than `id`, by the collection before it. */
const values: Readonly<Record<string, string>> = {
  projectId: 'lab',
  'project.id': 'lab',
  'securityGroup.projectId': 'lab',
  'securityGroup.id': 'web',
  billingAccountId: 'main',
  dataCenterId: 'gb-london-1',
  'dataCenter.id': 'gb-london-1',
  networkId: 'net',
  machineTypeId: 'bare-metal-epyc',
  spendId: '2026-03',
  'projects/id': 'lab',
  'billing-accounts/id': 'main',
  'data-centers/id': 'gb-london-1',
  'vm/id': 'box',
  'vms/id': 'box',
  'images/id': 'golden',
  'machines/id': 'metal',
  'cluster-machines/id': 'hpc-1',
  'clusters/id': 'hpc',
  'disk/id': 'data',
  'disks/id': 'data',
  'volumes/id': 'papers',
  'networks/id': 'net',
  'getBucket/id': 'models',
  'security-groups/id': 'web',
  'ssh-keys/id': 'laptop',
  'compute/id': 'gb-london-1.epyc-milan.4c',
  'compute_v2/id': 'gb-london-1.epyc-milan.4c',
  'get/id': 'gb-london-1.epyc-milan.4c',
};

const queries: Readonly<Record<string, string>> = {
  searchResources: '?query=lab',
  listInvoices: '?id=main',
  createCheckoutSession: '?returnUrl=x',
  resizeVmDisk: '?diskId=data&sizeGib=20',
  getVmMachineTypes: '?vcpu=4&memoryGib=16',
  listAccountSpend: '?startTime=2026-03-01T00:00:00Z&endTime=2026-03-17T06:00:00Z',
};

/** Where an operation is asked in that cloud. @throws TypeError where nothing there stands for a parameter. */
export function addressOf({ id, path }: Pick<AnyOperation, 'id' | 'path'>): string {
  const filled = path.replaceAll(/(?:([\w-]+)\/)?\{([^}]+)\}/g, (whole, before: string, name: string) => {
    const value = values[`${before ?? id}/${name}`] ?? values[name];
    if (value === undefined) throw new TypeError(`${id}: nothing stands for ${name} in ${path}`);
    return whole.replace(`{${name}}`, value);
  });
  return filled + (queries[id] ?? '');
}
