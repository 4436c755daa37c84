import { assertNever } from '../../../model/assert-never.ts';
import type { Resource } from '../../../model/facts/resource.ts';
import { VmId } from '../../../model/ids.ts';
import type { Outcome } from '../../../model/outcome.ts';
import type { Reread } from '../../../model/reread.ts';
import type { Instant } from '../../../model/time/time.ts';
import type { ActionOrder } from '../../cloud.ts';
import type { CloudClient } from '../../http/operation.ts';
import { clusterResources, machineResource, vmResource } from '../facts/resources.ts';
import { imageResource } from '../facts/storage-resources.ts';
import { lastBoot, sampledUse } from '../facts/usage.ts';
import { powerClusterMachine, powerMachine } from './power-machine.ts';
import { makeImage, startVm, stopVm, terminateVm } from './vm-actions.ts';

/** Takes an action on one resource, after reading it again and checking the decision. */
export function takeAction(cloud: CloudClient, now: () => Instant, order: ActionOrder): Promise<Outcome> {
  const { kind, project, resource, image, because, rereadWithin } = order;
  const check = (at: Instant, read: Resource, more: Partial<Reread> = {}) =>
    order.check({ points: [], bootedAt: null, image: null, ...more, resource: read }, at);
  const ofVm = { project, vm: VmId.parse(resource.id), rereadWithin };
  switch (kind) {
    case 'stop':
      return stopVm(cloud, now, {
        ...ofVm,
        check: ({ vm, samples, at }) => {
          const read = vmResource(vm, at);
          const points = sampledUse(samples, read.vcpus);
          return check(at, read, { points, bootedAt: lastBoot(samples) });
        },
      });
    case 'start':
      return startVm(cloud, now, { ...ofVm, check: (vm, at) => check(at, vmResource(vm, at)) });
    case 'image':
      if (image === null)
        return Promise.resolve({ kind: 'cancelled', at: now(), because: 'it names no image' });
      return makeImage(cloud, now, {
        ...ofVm,
        image,
        because,
        check: (vm, at) => check(at, vmResource(vm, at)),
      });
    case 'terminate':
      return terminateVm(cloud, now, {
        ...ofVm,
        image,
        check: ({ vm, image: made }, at) =>
          check(at, vmResource(vm, at), { image: made && imageResource(made, at) }),
      });
    case 'power-off':
    case 'power-on': {
      const power = kind === 'power-on' ? 'ON' : 'OFF';
      const machine = { project, id: resource.id, power, rereadWithin } as const;
      if (resource.kind === 'machine')
        return powerMachine(cloud, now, {
          ...machine,
          check: (read, at) => check(at, machineResource(read, at)),
        });
      return powerClusterMachine(cloud, now, {
        ...machine,
        check: ({ cluster }, at) => {
          const read = clusterResources(cluster, at).find(
            (found) => found.kind === resource.kind && found.id === resource.id,
          );
          return read === undefined ? { kind: 'cancelled', because: 'it is gone' } : check(at, read);
        },
      });
    }
    default:
      return assertNever(kind);
  }
}
