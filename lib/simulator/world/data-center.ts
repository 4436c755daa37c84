import type { DataCenterChanges } from './events/estate-events.ts';

export type DataCenterDetails = {
  readonly [K in keyof DataCenterChanges]-?: NonNullable<DataCenterChanges[K]>;
};

export type DataCenter = DataCenterDetails & {
  readonly id: string;
  readonly createdBy: string;
  /** The machine types for VMs that stand there; those of a new one are still to be delivered. */
  readonly machineTypes: readonly string[];
};
