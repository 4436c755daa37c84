/**
 * What FOCUS 1.2 specifies about its columns, https://github.com/FinOps-Open-Cost-and-Usage-Spec/FOCUS_Spec/tree/v1.2/specification/columns:
 * the mandatory ones, and those of the others that spendwatch writes. `null` stands for a cell without a value.
 */
export type FocusRule = {
  readonly level: 'Mandatory' | 'Conditional' | 'Recommended';
  readonly type: 'String' | 'Decimal' | 'Date/Time' | 'JSON';
  readonly isNullable: boolean;
  readonly allowed?: readonly string[];
};

const text = { type: 'String', isNullable: false } as const;
const textOrNull = { type: 'String', isNullable: true } as const;
const decimal = { type: 'Decimal', isNullable: false } as const;
const moment = { type: 'Date/Time', isNullable: false } as const;
const mandatory = { level: 'Mandatory' } as const;
const conditional = { level: 'Conditional' } as const;
const recommended = { level: 'Recommended' } as const;

export const focusRules: Readonly<Record<string, FocusRule>> = {
  BilledCost: { ...mandatory, ...decimal },
  BillingAccountId: { ...mandatory, ...text },
  BillingAccountName: { ...mandatory, ...textOrNull },
  BillingCurrency: { ...mandatory, ...text, allowed: ['USD'] },
  BillingPeriodEnd: { ...mandatory, ...moment },
  BillingPeriodStart: { ...mandatory, ...moment },
  ChargeCategory: {
    ...mandatory,
    ...text,
    allowed: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'],
  },
  ChargeClass: { ...mandatory, ...textOrNull, allowed: ['Correction'] },
  ChargeDescription: { ...mandatory, ...textOrNull },
  ChargePeriodEnd: { ...mandatory, ...moment },
  ChargePeriodStart: { ...mandatory, ...moment },
  ContractedCost: { ...mandatory, ...decimal },
  EffectiveCost: { ...mandatory, ...decimal },
  InvoiceIssuerName: { ...mandatory, ...text },
  ListCost: { ...mandatory, ...decimal },
  // Nullable for taxes, credits and adjustments; never for usage.
  PricingQuantity: { ...mandatory, ...decimal },
  PricingUnit: { ...mandatory, ...text },
  ProviderName: { ...mandatory, ...text },
  PublisherName: { ...mandatory, ...text },
  ServiceCategory: {
    ...mandatory,
    ...text,
    allowed: [
      'AI and Machine Learning',
      'Analytics',
      'Business Applications',
      'Compute',
      'Databases',
      'Developer Tools',
      'Multicloud',
      'Identity',
      'Integration',
      'Internet of Things',
      'Management and Governance',
      'Media',
      'Migration',
      'Mobile',
      'Networking',
      'Security',
      'Storage',
      'Web',
      'Other',
    ],
  },
  ServiceName: { ...mandatory, ...text },
  ChargeFrequency: { ...recommended, ...text, allowed: ['One-Time', 'Recurring', 'Usage-Based'] },
  RegionId: { ...conditional, ...textOrNull },
  RegionName: { ...conditional, ...textOrNull },
  ResourceId: { ...conditional, ...textOrNull },
  ResourceName: { ...conditional, ...textOrNull },
  ResourceType: { ...conditional, ...textOrNull },
  ServiceSubcategory: { ...recommended, ...text },
  SubAccountId: { ...conditional, ...textOrNull },
  SubAccountName: { ...conditional, ...textOrNull },
  Tags: { ...conditional, type: 'JSON', isNullable: true },
};

/** The part of FOCUS's lists that spendwatch uses: which subcategories each category has. */
export const subcategories: Readonly<Record<string, readonly string[]>> = {
  Compute: [
    'Containers',
    'End User Computing',
    'Quantum Compute',
    'Serverless Compute',
    'Virtual Machines',
    'Other (Compute)',
  ],
  Storage: [
    'Backup Storage',
    'Block Storage',
    'File Storage',
    'Object Storage',
    'Storage Platforms',
    'Other (Storage)',
  ],
  Networking: [
    'Application Networking',
    'Content Delivery',
    'Network Connectivity',
    'Network Infrastructure',
    'Network Routing',
    'Network Security',
    'Other (Networking)',
  ],
  Other: ['Other (Other)'],
};

/** The formats of the specification: NumericFormat, DateTimeFormat, KeyValueFormat. */
const forms: Readonly<Record<FocusRule['type'], (cell: string) => boolean>> = {
  String: (cell) => cell.trim() !== '',
  Decimal: (cell) => /^-?\d+(\.\d+)?(E-?\d+)?$/.test(cell),
  'Date/Time': (cell) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(cell) && !Number.isNaN(Date.parse(cell)),
  JSON: (cell) => {
    const found: unknown = JSON.parse(cell);
    const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
    return isObject && Object.values(found).every((value) => typeof value !== 'object' || value === null);
  },
};

export type FocusCells = Readonly<Record<string, string | null>>;

/** The faults of a row, in words; none when it follows all rules. */
export function faultsIn(row: FocusCells): readonly string[] {
  const faults: string[] = [];
  for (const [name, { type, isNullable, allowed }] of Object.entries(focusRules)) {
    const cell = row[name];
    if (cell === undefined) faults.push(`${name} is not there`);
    else if (cell === null) {
      if (!isNullable) faults.push(`${name} is null`);
    } else if (!forms[type](cell)) faults.push(`${name} is no ${type}: ${cell}`);
    else if (allowed !== undefined && !allowed.includes(cell)) faults.push(`${name} may not be ${cell}`);
  }
  for (const name of Object.keys(row)) {
    if (!(name in focusRules) && !/^x_[A-Z][A-Za-z]*$/.test(name)) faults.push(`${name} is no column`);
  }
  const together = (one: string, other: string) => {
    if ((row[one] === null) !== (row[other] === null)) faults.push(`${one} and ${other} do not go together`);
  };
  together('RegionId', 'RegionName');
  together('ResourceId', 'ResourceType');
  together('SubAccountId', 'SubAccountName');
  together('PricingQuantity', 'PricingUnit');
  if (row['ResourceName'] === row['ResourceId'] && row['ResourceId'] !== null)
    faults.push('ResourceName repeats ResourceId');
  if (!subcategories[row['ServiceCategory'] ?? '']?.includes(row['ServiceSubcategory'] ?? ''))
    faults.push(`${row['ServiceSubcategory']} is no subcategory of ${row['ServiceCategory']}`);
  // Without unit prices, list and contracted cost equal the billed cost.
  for (const name of ['ContractedCost', 'ListCost']) {
    if (row[name] !== row['BilledCost']) faults.push(`${name} is not BilledCost`);
  }
  const order = ['BillingPeriodStart', 'ChargePeriodStart', 'ChargePeriodEnd', 'BillingPeriodEnd'];
  const moments = order.map((name) => Date.parse(row[name] ?? ''));
  if (moments.some((moment, index) => moment < (moments[index - 1] ?? moment)))
    faults.push('the charge period is not within the billing period');
  return faults;
}
