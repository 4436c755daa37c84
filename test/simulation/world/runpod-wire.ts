import { runpodCloud } from '../../../lib/clouds/runpod/cloud.ts';
import {
  type WireBillingRecord,
  WireGpuType,
  WireNetworkVolume,
  WirePod,
} from '../../../lib/clouds/runpod/contract.ts';
import { theAccount, theProject } from '../../../lib/clouds/runpod/targets.ts';
import { stableHash } from '../../../lib/model/stable-hash.ts';
import { hours, type Instant, instant, isoInstant, later, minutes } from '../../../lib/model/time/time.ts';
import { billOf, nanosInWords, reportedUntil, toNanos } from './bill.ts';
import type { Request } from './model-cloud.ts';
import { metadataOf, type NanoPrice, type PodMember, stateOf, type TrueVm } from './true-resource.ts';
import type { Asked, Wire } from './wire.ts';
import type { World } from './world.ts';

/** The price of the disks of a pod, in nano-dollars for 73 GB and hour: by the month of 730 hours, whole figures. */
export const containerNanos = 10_000_000n;
export const networkNanos = 7_000_000n;
const unitGb = 73;

const statuses: Readonly<Record<string, string>> = {
  CLONING: 'PROVISIONING',
  STARTING: 'STARTING',
  ACTIVE: 'RUNNING',
  STOPPED: 'EXITED',
  FAILED: 'ERROR',
};
const allowed: Readonly<Record<string, readonly string[]>> = {
  CLONING: ['stop', 'terminate'],
  STARTING: ['stop', 'terminate'],
  ACTIVE: ['stop', 'restart', 'terminate'],
  STOPPED: ['start', 'terminate'],
  FAILED: ['start', 'terminate'],
};
const gpuType = 'NVIDIA RTX A6000';

/** The gauges of a pod at an instant, in whole percent. */
export type Gauge = { readonly cpu: number; readonly gpu: number; readonly memory: number };

/**
 * Returns what the gauges of a pod read; `null` where they show nothing. GPUs in use read zero in almost half of the minutes,
 * while the memory on them moves in most; unused, they hold the same memory.
 */
export function gaugeOf(vm: TrueVm, at: Instant): Gauge | null {
  const use = vm.uses.findLast(({ from }) => from <= at);
  const isHidden = vm.blind.some(({ from, until }) => from <= at && at < until);
  if (use === undefined || stateOf(vm, at) !== 'ACTIVE' || isHidden) return null;
  const minute = stableHash(`${vm.project}/${vm.id} ${Math.floor(at / 60_000)}`);
  const isUsed = use.cpu >= 0.2 || use.network >= 10_000;
  if (vm.gpus === 0) return { cpu: Math.round(use.cpu * 100), gpu: 0, memory: 0 };
  if (!isUsed) return { cpu: 1, gpu: minute % 3, memory: 20 };
  return {
    cpu: 2,
    gpu: minute % 100 < 47 ? 0 : 30 + (minute % 70),
    memory: 45 + (stableHash(`${minute}`) % 9),
  };
}

/** Reports whether the record of a pod leaves out an optional member. */
export const leaves = ({ leavesOut = [] }: TrueVm, member: PodMember): boolean => leavesOut.includes(member);

const isLocked = (vm: TrueVm, at: Instant): boolean => metadataOf(vm, at)['spendwatch'] !== undefined;

const computePrice = ({ price, disks }: Pick<TrueVm, 'price' | 'disks'>): NanoPrice =>
  price - BigInt((disks?.container ?? 0) + (disks?.volume ?? 0)) * containerNanos;

function podOf(vm: TrueVm, at: Instant): object {
  const state = stateOf(vm, at);
  const gauge = gaugeOf(vm, at);
  const { disks } = vm;
  const locked = isLocked(vm, at);
  const cost = state === 'STOPPED' ? 0 : Number(nanosInWords(computePrice(vm)));
  const startedAt = vm.boots.findLast(({ from }) => from <= at)?.from;
  return {
    id: vm.id,
    name: vm.id,
    status: statuses[state],
    actions: (allowed[state] ?? []).filter(
      (action) => !locked || action === 'start' || action === 'terminate',
    ),
    disk: (disks?.container ?? 0) * unitGb,
    mounts: {
      ...(disks && disks.volume > 0 && { persistent: { size: disks.volume * unitGb } }),
      ...(disks?.network && { network: [{ volumeId: disks.network }] }),
    },
    ...(vm.gpus > 0
      ? { gpu: { id: gpuType, ...(!leaves(vm, 'gpu.count') && { count: vm.gpus }) } }
      : { cpu: { id: 'cpu', vcpuCount: vm.vcpus } }),
    dataCenterId: null,
    template: null,
    cost,
    ...(vm.hidesMetadata ? {} : { locked }),
    runtime: gauge && {
      gpus: Array.from({ length: vm.gpus }, () => ({
        util: gauge.gpu,
        ...(!leaves(vm, 'memoryUtil') && { memoryUtil: gauge.memory }),
      })),
      ...(!leaves(vm, 'cpu.util') && { cpu: { util: gauge.cpu } }),
    },
    createdAt: isoInstant(vm.createdAt),
    startedAt: startedAt === undefined ? null : isoInstant(startedAt),
  };
}

/** Returns the billing records of whole hours, which sum up to the bill. */
function billed(world: World, { input }: Request, now: Instant): readonly WireBillingRecord[] {
  const from = instant(Date.parse(String(input['startTime'])));
  const until = Math.min(reportedUntil(now), Date.parse(String(input['endTime'])));
  const upTo = (at: Instant): bigint => toNanos(billOf(world, null, instant(0), at));
  const records: WireBillingRecord[] = [];
  for (let at = from, before = upTo(at); at < until; at = later(at, hours(1))) {
    const end = later(at, hours(1));
    const sum = upTo(end);
    records.push({
      startTime: isoInstant(at),
      endTime: isoInstant(end),
      totalAmount: nanosInWords(sum - before),
    });
    before = sum;
  }
  return records;
}

/** Shows the true world as RunPod: one account with one project, pods with gauges, and network volumes. */
export function runpodWire(): Wire {
  const ofProject = { projectId: theProject };
  /** What a poll is about; billing records do not show it. */
  const targets = new WeakMap<object, object>();

  function named(operation: string, input: Asked['input'], reading: object | undefined): Asked {
    const about = { ...ofProject, id: input['id'] };
    switch (operation) {
      case 'listPods':
        return input['includeClusterPods'] === true
          ? { operation: 'listVms', input: ofProject }
          : { operation: 'listProjects', input: {} };
      case 'getPod':
        return { operation: 'getVm', input: about };
      case 'podAction':
        return { operation: `${actionIn(input)}Vm`, input: about };
      case 'listNetworkVolumes':
        return reading === undefined
          ? { operation: 'getUser', input: {} }
          : { operation: 'listVolumes', input: ofProject };
      case 'getNetworkVolume':
        return { operation: 'getVolume', input: about };
      case 'listEndpoints':
        return { operation: 'listClusters', input: ofProject };
      case 'listGpuTypes':
        return { operation, input: ofProject };
      case 'myself':
        return { operation: 'getBillingAccount', input: { id: theAccount } };
      case 'openApiDocument':
      case 'getBalance':
        return { operation, input: { id: theAccount } };
      case 'listBilling':
        return { operation, input: { ...input, ...(reading && targets.get(reading)) } };
      default:
        throw new TypeError(`the model of RunPod does not know ${operation}`);
    }
  }

  return {
    account: theAccount,
    provider: (cloud) => runpodCloud(cloud),
    asked(operation, input, reading) {
      const asked = named(operation, input, reading);
      if (reading !== undefined && operation !== 'listBilling' && !targets.has(reading))
        targets.set(reading, asked.input);
      return asked;
    },
    vm(show, vm, at) {
      const raw = podOf(vm, at);
      return show(WirePod, WirePod.parse(raw), raw);
    },
    oneVm: (record) => record,
    volume(show, { id, price }) {
      const size = Number(price / networkNanos) * unitGb;
      return show(WireNetworkVolume, { id, name: 'data', size, type: 'STANDARD' });
    },
    figures(_show, { ofAccount: { plan } }, { credit, burnRate }) {
      const myself = {
        clientBalance: nanosInWords(credit),
        currentSpendPerHr: nanosInWords(burnRate),
        spendLimit: plan.hourlyLimit === null ? null : nanosInWords(plan.hourlyLimit),
      };
      return { data: { myself } };
    },
    own: (world, now, listing) => ({
      listGpuTypes: (request) => listing(request, [WireGpuType.parse({ id: gpuType, memory: 48 })]),
      openApiDocument: () => ({ paths: { '/v2/balance': { get: replyWith('balanceAmount') } } }),
      getBalance: () => ({
        billingMode: world.ofAccount.plan.paymentTerms.includes('PREPAID') ? 'PREPAID' : 'POSTPAID',
      }),
      listBilling: (request) => listing(request, billed(world, request, now())),
    }),
    hasGauges: true,
    adjustedEvery: minutes(5),
    endsAtOnce: true,
    // People can lock a pod, and nothing else.
    marks: ({ spendwatch }) => (spendwatch === undefined ? {} : { spendwatch: 'locked' }),
    holds: isLocked,
  };
}

const replyWith = (field: string) => ({
  responses: { 200: { content: { 'application/json': { schema: { properties: { [field]: {} } } } } } },
});

function actionIn({ body }: Asked['input']): string {
  const action = typeof body === 'object' && body !== null && 'action' in body ? body.action : null;
  return String(action);
}
