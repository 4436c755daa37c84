import * as z from 'zod';
import { DataCenter } from './data-center.ts';
import { int32, maybe, openRecord, record } from './values.ts';

const notShown = 'The specification shows no fields.';
export const Compute = openRecord('Compute', notShown);
export const ComputeRequest = openRecord('ComputeRequest', 'The search as the platform understood it.');
export const CpuModel = openRecord('CpuModel', notShown);
export const GpuModel = openRecord('GpuModel', notShown);
export const HostConfig = openRecord('HostConfig', notShown);

export const FoundCompute = record('FoundCompute', {
  compute: maybe(z.array(Compute)),
  request: maybe(ComputeRequest),
  totalCount: maybe(int32),
});

/** The answer of `/v1/vms/machine-types` and `/v1/compute/search_v2`. */
export const MachineTypes = record('MachineTypes', {
  countVmAvailable: maybe(int32),
  maxGpu: maybe(int32),
  maxMemoryGib: maybe(int32),
  maxVcpu: maybe(int32),
  cpuModels: maybe(z.array(CpuModel)),
  dataCenters: maybe(z.array(DataCenter)),
  gpuModels: maybe(z.array(GpuModel)),
  hostConfigs: maybe(z.array(HostConfig)),
  request: maybe(ComputeRequest),
});
