import * as z from 'zod';
import { WireMachine } from './machine.ts';
import { WireProject } from './project.ts';
import { WireVolume } from './storage.ts';
import { optional, text, time } from './values.ts';
import { WireVm } from './vm.ts';

/** A hit of the resource search; exactly the member that matches the type is there. */
export const WireSearchResult = z.object({
  resourceName: optional(text),
  resourceType: optional(text),
  score: optional(z.number()),
  project: optional(WireProject),
  virtualMachine: optional(WireVm),
  machine: optional(WireMachine),
  volume: optional(WireVolume),
  billingAccount: optional(z.object({ id: z.string(), displayName: optional(text), createTime: time })),
  disk: optional(z.record(z.string(), z.unknown())),
  network: optional(z.record(z.string(), z.unknown())),
  cluster: optional(z.record(z.string(), z.unknown())),
  image: optional(z.record(z.string(), z.unknown())),
});
export type WireSearchResult = z.infer<typeof WireSearchResult>;
