import type { ResourceKind } from '../../model/facts/resource.ts';
import type { Tags } from '../../model/money/share.ts';

/** The FOCUS category and subcategory of a kind of resource. */
export type Service = { readonly category: string; readonly subcategory: string; readonly name: string };

const other = { category: 'Other', subcategory: 'Other (Other)' } as const;
const ofClusters = { category: 'Compute', subcategory: 'Other (Compute)', name: 'Clusters' } as const;

export const services: Readonly<Record<Tags['kind'], Service>> = {
  vm: { category: 'Compute', subcategory: 'Virtual Machines', name: 'Virtual Machines' },
  // FOCUS counts bare-metal servers among virtual machines.
  machine: { category: 'Compute', subcategory: 'Virtual Machines', name: 'Machines' },
  cluster: ofClusters,
  'cluster-machine': ofClusters,
  volume: { category: 'Storage', subcategory: 'File Storage', name: 'Volumes' },
  disk: { category: 'Storage', subcategory: 'Block Storage', name: 'Disks' },
  bucket: { category: 'Storage', subcategory: 'Object Storage', name: 'Buckets' },
  image: { category: 'Storage', subcategory: 'Other (Storage)', name: 'Images' },
  network: { category: 'Networking', subcategory: 'Network Infrastructure', name: 'Networks' },
  account: { ...other, name: 'Billing Account' },
  other: { ...other, name: 'Other' },
};

export const resourceTypes: Readonly<Record<ResourceKind, string>> = {
  vm: 'Virtual Machine',
  machine: 'Machine',
  cluster: 'Cluster',
  'cluster-machine': 'Cluster Machine',
  volume: 'Volume',
  disk: 'Disk',
  bucket: 'Bucket',
  image: 'Image',
  network: 'Network',
};
