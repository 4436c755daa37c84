import {
  getGivenName,
  type Resource,
  type ResourceKind,
  toResourceSubject,
} from '../../model/facts/resource.ts';
import { getTargetConnection, nameOfTarget, type TargetId } from '../../model/ids.ts';
import { StoredCharge, StoredPrice } from '../../model/money/money.ts';
import type { Tags } from '../../model/money/share.ts';
import { shownName } from '../../model/subject.ts';
import { earlier, type Instant, isoInstant, milliseconds } from '../../model/time/time.ts';
import type { ExportColumn } from './column.ts';
import type { ExportRow } from './rows.ts';
import { chargeInWords, formatHours } from './text.ts';

/** The values that FOCUS requires and the ledger does not contain. */
export type FocusTerms = {
  /** Returns the provider of a project's resources. */
  readonly providerOf: (project: TargetId) => string;
  /** The issuer of the invoices; `null` for the provider. */
  readonly invoiceIssuer: string | null;
  /** The billing account of projects for which the platform reports none; if `null`, the project's name is used. */
  readonly billingAccount: string | null;
};

const formatCost = ({ cost }: ExportRow): string => cost.toFixed();
/** Rounds down to seconds: FOCUS has no fractions of a second. */
const formatTime = (at: Instant): string => isoInstant(earlier(at, milliseconds(at % 1_000)));

/**
 * The columns of FOCUS 1.2 (https://focus.finops.org/focus-specification/v1-2/) in alphabetical order, then our own
 * extensions. docs/export.md describes each column, and why others are missing.
 */
export const focusColumns: readonly ExportColumn<FocusTerms>[] = [
  ['BilledCost', formatCost],
  ['BillingAccountId', ({ account, target }, { billingAccount }) => account ?? billingAccount ?? target],
  ['BillingAccountName', () => null],
  ['BillingCurrency', () => 'USD'],
  ['BillingPeriodEnd', ({ month }) => formatTime(month.until)],
  ['BillingPeriodStart', ({ month }) => formatTime(month.from)],
  ['ChargeCategory', () => 'Usage'],
  ['ChargeClass', () => null],
  ['ChargeDescription', chargeInWords],
  ['ChargeFrequency', () => 'Usage-Based'],
  ['ChargePeriodEnd', ({ until }) => formatTime(until)],
  ['ChargePeriodStart', ({ from }) => formatTime(from)],
  ['ContractedCost', formatCost],
  ['EffectiveCost', formatCost],
  ['InvoiceIssuerName', ({ target }, { invoiceIssuer, providerOf }) => invoiceIssuer ?? providerOf(target)],
  ['ListCost', formatCost],
  ['PricingQuantity', ({ time }) => formatHours(time)],
  ['PricingUnit', () => 'Hours'],
  ['ProviderName', ({ target }, { providerOf }) => providerOf(target)],
  ['PublisherName', ({ target }, { providerOf }) => providerOf(target)],
  ['RegionId', ({ tags }) => tags.dataCenter],
  ['RegionName', ({ tags }) => tags.dataCenter],
  ['ResourceId', ({ target, resource }) => resource && toResourceSubject(target, resource)],
  ['ResourceName', ({ resource }) => resource && (getGivenName(resource) ?? resource.id)],
  ['ResourceType', ({ resource }) => resource && resourceTypes[resource.kind]],
  ['ServiceCategory', ({ tags }) => services[tags.kind].category],
  ['ServiceName', ({ tags }) => services[tags.kind].name],
  ['ServiceSubcategory', ({ tags }) => services[tags.kind].subcategory],
  ['SubAccountId', ({ target }) => nameOfTarget(target)],
  ['SubAccountName', ({ target }) => shownName(target)],
  ['Tags', ({ tags }) => tags.metadata && JSON.stringify(tags.metadata)],
  ['x_AccruedCharge', ({ charge }) => StoredCharge.encode(charge)],
  ['x_CommittedUntil', ({ resource }) => formatCommitmentEnd(resource)],
  ['x_CreatedBy', ({ tags }) => tags.createdBy],
  ['x_EstimatedCost', ({ estimatedCost }) => estimatedCost.toFixed()],
  ['x_GapSeconds', ({ gap }) => String(gap / 1_000)],
  ['x_GpuCount', ({ resource }) => resource && String(resource.gpus)],
  ['x_GpuModel', ({ tags }) => tags.gpuModel],
  ['x_HourlyPrice', ({ price }) => price && StoredPrice.encode(price)],
  ['x_IsRunning', ({ isRunning }) => String(isRunning)],
];

function formatCommitmentEnd(resource: Resource | null): string | null {
  const until = resource?.committedUntil ?? null;
  return until === null || until === 'unknown' ? until : formatTime(until);
}

/** The additional column for a named connection. */
export const focusConnection: ExportColumn<FocusTerms> = [
  'x_Connection',
  ({ target }) => getTargetConnection(target) ?? null,
];

/** The FOCUS category and subcategory of a kind of resource. */
type Service = { readonly category: string; readonly subcategory: string; readonly name: string };

const other = { category: 'Other', subcategory: 'Other (Other)' } as const;
const ofClusters = { category: 'Compute', subcategory: 'Other (Compute)', name: 'Clusters' } as const;

const services: Readonly<Record<Tags['kind'], Service>> = {
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
  reported: { ...other, name: 'Reported before monitoring' },
};

const resourceTypes: Readonly<Record<ResourceKind, string>> = {
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
