import type * as z from 'zod';
import type { ProjectId } from '../../../model/ids.ts';
import { type Instant, instant, later, readInstant, readSpan } from '../../../model/time/time.ts';
import type { CreateVmBody } from '../wire/vm.ts';
import { catalogue } from '../world/catalogue.ts';
import { cpus } from '../world/compute/compute-offers.ts';
import { keySourceWrong, type Wrong } from '../world/refusal.ts';
import type { WorldEventInput } from '../world/world-event.ts';
import { badRequest } from './api-error.ts';
import { sentPrice } from './sent-decimal.ts';

type Body = z.output<typeof CreateVmBody>;
type Order = Extract<WorldEventInput, { kind: 'create-vm' }>;

/** Returns the event for the body of a VM's creation. @throws ApiError for an invalid body. */
export function vmOrder(project: ProjectId, by: string, body: Body, now: Instant): Order {
  const wrong = [...keySourceWrong(body.sshKeySource ?? 'SSH_KEY_SOURCE_UNKNOWN'), ...modelWrong(body)];
  if (wrong.length > 0) throw badRequest(wrong);
  const bootDiskGib = body.bootDiskSizeGib ?? body.bootDisk?.sizeGib;
  return {
    kind: 'create-vm',
    project,
    by,
    id: body.vmId,
    dataCenter: body.dataCenterId,
    machineType: body.machineType,
    vcpus: body.vcpus,
    memoryGib: body.memoryGib,
    gpus: body.gpus,
    image: body.bootDiskImageId,
    ...(bootDiskGib !== undefined && { bootDiskGib }),
    ...(body.maxPriceHr && { maxPriceHr: sentPrice('maxPriceHr', body.maxPriceHr).toFixed() }),
    commitment: body.commitmentTerm ?? null,
    metadata: body.metadata ?? {},
    disks: body.storageDiskIds ?? [],
    nics: (body.nics ?? []).map((nic) => ({
      networkId: nic.networkId ?? '',
      assignPublicIp: nic.assignPublicIp ?? false,
      securityGroupIds: nic.securityGroupIds ?? [],
    })),
    securityGroups: body.securityGroupIds ?? [],
    expires: expiryOf(body, now),
  };
}

/**
 * Returns a VM's expiry: a time, or a span from now, in the form of protocol buffers ("3600s") or in other units
 * ("2h30m"). It is rounded up, so that the VM is not deleted early. @throws ApiError
 */
export function expiryOf(
  { expireTime, ttl }: { readonly expireTime?: string | undefined; readonly ttl?: string | undefined },
  now: Instant,
): Instant | null {
  if (expireTime && ttl) throw badRequest([{ field: 'ttl', description: 'excludes expireTime' }]);
  if (ttl) {
    const lasts = readSpan(ttl);
    if (lasts !== undefined && lasts > 0 && lasts < longest) return wholeSecond(later(now, lasts));
    throw badRequest([
      { field: 'ttl', description: 'must be a time to come, such as 3600s, of 100 years at most' },
    ]);
  }
  const at = expireTime ? readInstant(expireTime) : undefined;
  return at === undefined ? null : wholeSecond(at);
}

const longest = 100 * 365 * 86_400_000;

const wholeSecond = (at: Instant): Instant => instant(Math.ceil(at / 1_000) * 1_000);

/**
 * Checks the models in a body: the machine type determines processors and GPUs, and the body may only repeat them.
 */
function modelWrong({ cpuModel, gpuModel, machineType }: Body): Wrong[] {
  const cpu = Object.hasOwn(cpus, machineType) ? cpus[machineType] : undefined;
  const gpu = Object.hasOwn(catalogue, machineType) ? catalogue[machineType]?.gpu : undefined;
  return [
    ...otherwise('cpuModel', cpuModel, cpu ? [cpu.model] : []),
    ...otherwise('gpuModel', gpuModel, gpu ? [gpu.model, gpu.modelId] : []),
  ];
}

function otherwise(field: string, asked: string | undefined, names: readonly string[]): Wrong[] {
  const isOne = names.some((name) => name.toLowerCase() === asked?.toLowerCase());
  return !asked || names.length === 0 || isOne ? [] : [{ field, description: `is ${names[0]} there` }];
}
