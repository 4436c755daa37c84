import { type RecheckInput, type Reread, recheckAction } from '../../decide/actions/recheck.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { targetOf, VmId } from '../../model/ids.ts';
import type { Outcome } from '../../model/outcome.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Check } from '../../providers/compute/actions/act-once.ts';
import { terminateVm } from '../../providers/compute/actions/delete-vm.ts';
import { makeImage } from '../../providers/compute/actions/make-image.ts';
import { powerClusterMachine, powerMachine } from '../../providers/compute/actions/power-machine.ts';
import { startVm } from '../../providers/compute/actions/start-vm.ts';
import { type Sight, stopVm } from '../../providers/compute/actions/stop-vm.ts';
import { clusterResources, machineResource, vmResource } from '../../providers/compute/facts/resources.ts';
import { imageResource } from '../../providers/compute/facts/storage-resources.ts';
import { lastBoot, sampledUse } from '../../providers/compute/facts/usage.ts';
import type { ActPorts } from '../ports.ts';

/** A claimed intent, and all that it is held against once more. */
export type Performance = Omit<RecheckInput, 'now'> & { readonly intervals: Intervals };

/** Does what an intent asks for, if the resource, read again, still bears it out. */
export async function perform(ports: ActPorts, order: Performance): Promise<Outcome> {
  const { cloud, clock } = ports;
  const { intent, intervals } = order;
  const now = () => clock.now();
  const target = targetOf(intent.target);
  const { resource: named } = subjectParts(intent.subject);
  if (target.kind !== 'project' || named === null)
    return { kind: 'cancelled', at: now(), because: 'it names no resource' };
  const { project } = target;
  const { rereadWithin } = intervals;
  const check = (at: Instant, resource: Resource, more: Partial<Reread> = {}): Check =>
    recheckAction({ ...order, now: at }, { points: [], bootedAt: null, image: null, ...more, resource });
  const ofVm = { project, vm: VmId.parse(named.id), rereadWithin };
  switch (intent.kind) {
    case 'stop':
      return stopVm(cloud, now, {
        ...ofVm,
        check: ({ vm, samples, at }: Sight) => {
          const resource = vmResource(vm, at);
          const points = sampledUse(samples, resource.vcpus);
          return check(at, resource, { points, bootedAt: lastBoot(samples) });
        },
      });
    case 'start':
      return startVm(cloud, now, { ...ofVm, check: (vm, at) => check(at, vmResource(vm, at)) });
    case 'image': {
      const { image, because } = intent;
      if (image === null) return { kind: 'cancelled', at: now(), because: 'it names no image' };
      return makeImage(cloud, now, {
        ...ofVm,
        image,
        because,
        check: (vm, at) => check(at, vmResource(vm, at)),
      });
    }
    case 'terminate':
      return terminateVm(cloud, now, {
        ...ofVm,
        image: intent.image,
        check: ({ vm, image }, at) =>
          check(at, vmResource(vm, at), { image: image && imageResource(image, at) }),
      });
    case 'power-off':
    case 'power-on': {
      const power = intent.kind === 'power-on' ? 'ON' : 'OFF';
      const machine = { project, id: named.id, power, rereadWithin } as const;
      if (named.kind === 'machine')
        return powerMachine(cloud, now, {
          ...machine,
          check: (read, at) => check(at, machineResource(read, at)),
        });
      return powerClusterMachine(cloud, now, {
        ...machine,
        check: ({ cluster }, at) => {
          const read = clusterResources(cluster, at).find(
            ({ kind, id }) => kind === named.kind && id === named.id,
          );
          return read === undefined ? { kind: 'cancelled', because: 'it is gone' } : check(at, read);
        },
      });
    }
    default:
      return assertNever(intent.kind);
  }
}
