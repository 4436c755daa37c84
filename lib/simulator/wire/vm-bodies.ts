import * as z from 'zod';
import { CommitmentTerm, CpuTopology, SshKeySource } from './shared.ts';
import { given, int32, maybe, openRecord, SentDecimal, text, texts, time } from './values.ts';
import { Vm } from './vm.ts';

export const BootDisk = z.object({ sizeGib: int32 }).meta({ id: 'BootDisk', deprecated: true });

export const Nic = z
  .object({ networkId: maybe(text), assignPublicIp: maybe(z.boolean()), securityGroupIds: maybe(texts) })
  .meta({ id: 'CreateVMRequest.NIC' });

/** The record of that name, and the three fields that only the operation's own row lists. */
export const CreateVmBody = z
  .object({
    dataCenterId: text,
    machineType: text,
    vmId: text.meta({ description: 'The identifier chosen for the new VM.' }),
    bootDiskImageId: text,
    vcpus: int32,
    memoryGib: int32,
    gpus: int32,
    bootDiskSizeGib: given(int32),
    bootDisk: given(BootDisk, { deprecated: true, description: 'Use bootDiskSizeGib.' }),
    commitmentTerm: given(CommitmentTerm),
    customSshKeys: given(texts),
    sshKeySource: given(SshKeySource),
    expireTime: given(time),
    ttl: given(text),
    metadata: given(z.record(z.string(), z.string())),
    nics: given(z.array(Nic)),
    securityGroupIds: given(texts, { description: 'Ignored if any nics are provided.' }),
    password: given(text),
    startScript: given(text),
    storageDiskIds: given(texts),
    topology: given(CpuTopology),
    validateOnly: given(z.boolean()),
    cpuModel: given(text),
    gpuModel: given(text),
    maxPriceHr: given(SentDecimal),
  })
  .meta({ id: 'CreateVMBody' });

export const CreateVmResponse = z.object({ id: text, vm: maybe(Vm) }).meta({ id: 'CreateVMResponse' });
export const ResizeVmResponse = z.object({ vm: Vm }).meta({ id: 'ResizeVMResponse' });
export const CommitVmBody = z.object({ commitmentTerm: given(CommitmentTerm) }).meta({ id: 'CommitVMBody' });
export const CountVmsResponse = z.object({ count: int32 }).meta({ id: 'CountVMsResponse' });
export const ConnectVmResponse = z
  .object({ connectUrl: text, token: text.meta({ description: 'A secret.' }) })
  .meta({ id: 'ConnectVMResponse' });

/** The body of both variants of the order that came before the creation of VMs. */
export const ComputeOrder = z
  .object({
    bootDisk: given(BootDisk, { deprecated: true }),
    customSshKeys: given(texts),
    gpuQuantity: given(int32),
    memoryGib: given(int32),
    osId: given(text),
    password: given(text),
    quantity: given(int32),
    sshKeySource: given(SshKeySource),
    startScript: given(text),
    vcpu: given(int32),
    vmId: given(text),
  })
  .meta({ id: 'ComputeOrder' });

export const PlacedOrder = z
  .object({ order: maybe(openRecord('ComputeOrderPlaced', 'The specification shows no fields.')) })
  .meta({ id: 'PlacedOrder' });
