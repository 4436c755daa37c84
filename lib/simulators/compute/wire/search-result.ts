import * as z from 'zod';
import { BillingAccountResult, Project } from './billing-account.ts';
import { Cluster } from './cluster.ts';
import { Machine } from './machine.ts';
import { Network } from './network.ts';
import { Disk, PrivateImage, Volume } from './storage.ts';
import { float, int32, maybe, text } from './values.ts';
import { Vm } from './vm.ts';

export const MachineResult = Machine.extend({ ipv4Addresses: maybe(int32) }).meta({ id: 'MachineResult' });

export const SearchResult = z
  .object({
    resourceName: maybe(text),
    resourceType: maybe(text),
    score: maybe(float),
    billingAccount: maybe(BillingAccountResult),
    cluster: maybe(Cluster),
    disk: maybe(Disk),
    image: maybe(PrivateImage),
    machine: maybe(MachineResult),
    network: maybe(Network),
    project: maybe(Project),
    virtualMachine: maybe(Vm),
    volume: maybe(Volume),
  })
  .meta({ id: 'SearchResult', description: 'Exactly the member that matches the type is there.' });
