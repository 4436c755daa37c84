import { MachineId } from '../../../model/ids.ts';
import { CommitmentTerm, MachinePowerState, SshKeySource } from './shared.ts';
import {
  Decimal,
  given,
  int32,
  maybe,
  type Notes,
  openEnum,
  openRecord,
  record,
  SentDecimal,
  text,
  texts,
  time,
} from './values.ts';

export const MachineState = openEnum('Machine.State', [
  'STATE_UNSPECIFIED',
  'CREATING',
  'ACTIVE',
  'DEPLOYING',
  'DELETING',
  'FAILED',
  'UPDATING',
]);
export const MachineType = openRecord('MachineType', 'Named by the specification without its fields.');

const insteadOfUserData: Notes = {
  deprecated: true,
  description: 'Use startScript with sshKeySource or customSshKeys.',
};

export const Machine = record('Machine', {
  id: maybe(MachineId),
  projectId: maybe(text),
  dataCenterId: maybe(text),
  machineTypeId: maybe(text),
  os: maybe(text),
  architecture: maybe(text),
  cpuModel: maybe(text),
  gpuModelId: maybe(text),
  hostname: maybe(text),
  createBy: maybe(text),
  startScript: maybe(text),
  cpuCores: maybe(int32),
  cpuSpeedMhz: maybe(int32),
  diskSizeGib: maybe(int32),
  disks: maybe(int32),
  gpus: maybe(int32),
  memoryGib: maybe(int32),
  createTime: maybe(time),
  customSshKeys: maybe(texts),
  externalIpAddresses: maybe(texts),
  priceHr: maybe(Decimal),
  commitmentTerm: maybe(CommitmentTerm),
  powerState: maybe(MachinePowerState),
  sshKeySource: maybe(SshKeySource),
  state: maybe(MachineState),
  userData: maybe(text, insteadOfUserData),
});

const notRequiredByAll = 'Required by the platform of today: send it unchanged.';
const changeable = {
  startScript: given(text),
  userData: given(text, insteadOfUserData),
  commitmentTerm: given(CommitmentTerm),
  customSshKeys: given(texts),
  powerState: given(MachinePowerState),
  priceHr: given(SentDecimal),
  sshKeySource: given(SshKeySource),
  state: given(MachineState),
};

export const UpdateMachineBody = record('UpdateMachineBody', {
  dataCenterId: given(text, { description: notRequiredByAll }),
  machineTypeId: given(text, { description: notRequiredByAll }),
  os: given(text, { description: notRequiredByAll }),
  ...changeable,
});

export const CreateMachineBody = record('CreateMachineBody', {
  id: text,
  dataCenterId: text,
  machineTypeId: text,
  os: text,
  ...changeable,
});

export const DeployMachineOsBody = record('DeployMachineOSBody', {
  os: text,
  customSshKeys: given(texts),
  sshKeySource: given(SshKeySource),
  startScript: given(text),
  userData: given(text, insteadOfUserData),
});
