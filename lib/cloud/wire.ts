import * as z from 'zod';
import { BillingAccountId, MachineId, ProjectId, ResourceId, VmId } from '../model/ids.ts';
import { isDecimalText } from '../model/money.ts';
import { readInstant } from '../model/time.ts';

/** Whole numbers arrive as numbers or, as int64 does in JSON, as strings. */
const whole = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);
/** How many there are of something; a part of one would fit no record of ours. */
const count = whole.refine(Number.isSafeInteger, 'must be a whole number');
/** Milliseconds, or text of another kind, would make times thousands of years off. */
const epochSeconds = whole.refine((seconds) => seconds > 0 && seconds < 1e11, 'must be epoch seconds');
/** RFC 3339 text; read into an instant where it is used. */
const dateTime = z.string().refine((text) => readInstant(text) !== undefined, 'must be an RFC 3339 time');
/** `{value: "1.50"}`; older platforms send the bare text or a number. Read to its text. */
const decimal = z
  .union([
    z.object({ value: z.string() }).transform(({ value }) => value),
    z.string(),
    z.number().transform(String),
  ])
  .refine(isDecimalText, 'must be a decimal number');
/** An enum the cloud may add to: kept as text, and judged where it is used. */
const open = z.string();
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

export const WireProject = z.object({
  id: ProjectId,
  billingAccountId: optional(z.string()),
  createBy: optional(z.string()),
  resourceCount: optional(whole),
});
export type WireProject = z.infer<typeof WireProject>;

/** A project's spend in one billing period. */
export const WireProjectSpend = z.object({
  projectId: optional(z.string()),
  uid: optional(z.string()),
  startTime: dateTime,
  endTime: dateTime,
  spend: decimal,
});
export type WireProjectSpend = z.infer<typeof WireProjectSpend>;

export const WireSpendDetails = z.object({ orders: z.array(z.unknown()), spend: decimal });

export const WireRecharge = z.object({
  low: decimal,
  high: decimal,
  autoRecharge: z.boolean(),
});

export const WireBillingAccount = z.object({
  id: BillingAccountId,
  displayName: optional(z.string()),
  state: optional(open),
  paymentTerms: optional(open),
  billingThreshold: optional(decimal),
  creditBalance: optional(decimal),
  creditBalanceRecharge: optional(WireRecharge),
  hourlySpendLimit: optional(decimal),
  hourlySpendRate: optional(decimal),
  monthlySpend: optional(decimal),
  monthlySpendLimit: optional(decimal),
  nextInvoiceTotal: optional(decimal),
  invoiceTime: optional(dateTime),
  createTime: optional(dateTime),
});
export type WireBillingAccount = z.infer<typeof WireBillingAccount>;

export const WireSpendRow = z.object({
  projectId: z.string(),
  description: z.string(),
  quantity: z.number(),
  unit: open,
  unitAmount: decimal,
  amount: decimal,
});
export type WireSpendRow = z.infer<typeof WireSpendRow>;

export const WireVmPrice = z.object({
  totalVcpuPriceHr: optional(decimal),
  totalMemoryPriceHr: optional(decimal),
  totalGpuPriceHr: optional(decimal),
  totalStoragePriceHr: optional(decimal),
  totalPriceHr: optional(decimal),
});

/** A VM of any platform version: `state ?? vmState`, `price.totalPriceHr ?? priceHr`. */
export const WireVm = z.object({
  id: VmId,
  projectId: optional(z.string()),
  dataCenterId: optional(z.string()),
  datacenterId: optional(z.string()),
  state: optional(open),
  vmState: optional(open),
  shortState: optional(z.string()),
  vcpus: optional(count),
  memory: optional(whole),
  gpuModel: optional(z.string()),
  gpuModelId: optional(z.string()),
  gpuQuantity: optional(count),
  gpus: optional(count),
  machineType: optional(z.string()),
  metadata: optional(z.record(z.string(), z.string())),
  createTime: optional(dateTime),
  expireTime: optional(dateTime),
  commitmentTerm: optional(open),
  commitmentEndTime: optional(dateTime),
  price: optional(WireVmPrice),
  priceHr: optional(decimal),
});
export type WireVm = z.infer<typeof WireVm>;

/** One monitor sample: disk and network figures are counters since boot; `timestamp` is epoch seconds. */
export const WireMonitorItem = z.object({
  timestamp: epochSeconds,
  cpu: optional(z.union([z.number(), z.string().refine(isDecimalText).transform(Number)])),
  memory: optional(whole),
  diskRdBytes: optional(whole),
  diskRdIops: optional(whole),
  diskWrBytes: optional(whole),
  diskWrIops: optional(whole),
  netRx: optional(whole),
  netTx: optional(whole),
  guestPing: optional(z.union([whole, z.boolean(), z.string()])),
});
export type WireMonitorItem = z.infer<typeof WireMonitorItem>;

/** Fields of a machine that a power change must send back unchanged, and those worth watching. */
export const WireMachine = z.object({
  id: MachineId,
  projectId: optional(z.string()),
  dataCenterId: optional(z.string()),
  machineTypeId: optional(z.string()),
  os: optional(z.string()),
  cpuCores: optional(count),
  gpus: optional(count),
  gpuModelId: optional(z.string()),
  createBy: optional(z.string()),
  createTime: optional(dateTime),
  priceHr: optional(decimal),
  commitmentTerm: optional(open),
  commitmentEndTime: optional(dateTime),
  powerState: optional(open),
  state: optional(open),
});
export type WireMachine = z.infer<typeof WireMachine>;

export const WirePowerChange = z.object({
  dataCenterId: z.string(),
  machineTypeId: z.string(),
  os: z.string(),
  powerState: z.enum(['ON', 'OFF']),
});

export const WireVolume = z.object({
  id: ResourceId,
  projectId: optional(z.string()),
  dataCenterId: optional(z.string()),
  sizeGib: optional(whole),
  sizeGibUsed: optional(whole),
  commitmentTerm: optional(open),
  commitmentEndTime: optional(dateTime),
  gibPriceHr: optional(decimal),
  totalPriceHr: optional(decimal),
  state: optional(open),
});
export type WireVolume = z.infer<typeof WireVolume>;

/** A hit of the resource search; exactly the member that matches the type is there. */
export const WireSearchResult = z.object({
  resourceName: optional(z.string()),
  resourceType: optional(z.string()),
  score: optional(z.number()),
  project: optional(WireProject),
  virtualMachine: optional(WireVm),
  machine: optional(WireMachine),
  volume: optional(WireVolume),
  billingAccount: optional(
    z.object({ id: z.string(), displayName: optional(z.string()), createTime: optional(dateTime) }),
  ),
  disk: optional(z.record(z.string(), z.unknown())),
  network: optional(z.record(z.string(), z.unknown())),
  cluster: optional(z.record(z.string(), z.unknown())),
  image: optional(z.record(z.string(), z.unknown())),
});
export type WireSearchResult = z.infer<typeof WireSearchResult>;
