import { describe, expect, it } from 'vitest';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { ResourceKind } from '../../../lib/model/facts/resource.ts';
import { BillingAccountId, getTargetConnection, ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { otherTags, Tags } from '../../../lib/model/money/share.ts';
import { later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { formatRowCells } from '../../../lib/views/export/column.ts';
import { type FocusTerms, focusColumns, focusConnection } from '../../../lib/views/export/focus.ts';
import type { ExportRow } from '../../../lib/views/export/rows.ts';
import { anExportRow } from '../../support/builders/export-builders.ts';
import { aVm, noon } from '../../support/builders/observation-builders.ts';
import { aVmsTags } from '../../support/builders/share-builders.ts';
import { type FocusCells, faultsIn, focusRules } from './focus-rules.ts';

const terms: FocusTerms = {
  providerOf: (project) => (getTargetConnection(project) === 'eu' ? 'Another Cloud' : 'Example Cloud'),
  invoiceIssuer: 'A Reseller',
  billingAccount: null,
};
const names = focusColumns.map(([name]) => name);

function focus(row: ExportRow, some: Partial<FocusTerms> = {}): FocusCells {
  const cells = formatRowCells(focusColumns, row, { ...terms, ...some });
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]));
}

describe('a row of FOCUS', () => {
  it('has every mandatory column, and its own after those of the specification', () => {
    const mandatory = Object.keys(focusRules).filter((name) => focusRules[name]?.level === 'Mandatory');
    expect(mandatory).toHaveLength(21);
    expect(names).toEqual(expect.arrayContaining(mandatory));
    expect(new Set(names).size).toBe(names.length);
    const own = names.filter((name) => name.startsWith('x_'));
    expect(names.slice(-own.length)).toEqual(own);
    expect(own.length).toBeGreaterThan(0);
  });

  it('has what a VM cost, whose it is, where and when', () => {
    const account = BillingAccountId.parse('main');
    const resource = aVm({ committedUntil: later(noon, minutes(1)), gpus: 8 });
    const tags = aVmsTags({
      dataCenter: 'north-1',
      createdBy: 'ann',
      gpuModel: 'H100',
      metadata: { team: 'ml' },
    });
    const cells = focus(anExportRow({ account, resource, tags }));
    expect(faultsIn(cells)).toEqual([]);
    expect(cells).toMatchObject({
      BilledCost: '0.5',
      EffectiveCost: '0.5',
      BillingAccountId: 'main',
      BillingPeriodStart: '2026-11-01T00:00:00Z',
      BillingPeriodEnd: '2026-12-01T00:00:00Z',
      ChargePeriodStart: '2026-11-21T12:00:00Z',
      ChargePeriodEnd: '2026-11-21T13:00:00Z',
      ChargeDescription: 'vm box in project lab: 1 h at 0.5 USD/h',
      InvoiceIssuerName: 'A Reseller',
      PricingQuantity: '1',
      ProviderName: 'Example Cloud',
      RegionId: 'north-1',
      ResourceId: 'project/lab/vm/box',
      ResourceName: 'box',
      ServiceCategory: 'Compute',
      SubAccountId: 'lab',
      Tags: '{"team":"ml"}',
      x_AccruedCharge: '1800000',
      x_CommittedUntil: '2026-11-21T12:01:00Z',
      x_CreatedBy: 'ann',
      x_GpuCount: '8',
      x_GpuModel: 'H100',
      x_HourlyPrice: '0.5',
    });
  });

  it('names the provider and the connection of a project', () => {
    const target = projectTarget(ConnectionName.parse('eu'), ProjectId.parse('lab'));
    const cells = focus(anExportRow({ target }), { invoiceIssuer: null });
    expect(faultsIn(cells)).toEqual([]);
    expect(cells).toMatchObject({
      InvoiceIssuerName: 'Another Cloud',
      ProviderName: 'Another Cloud',
      PublisherName: 'Another Cloud',
      ResourceId: 'project@eu/lab/vm/box',
      SubAccountId: 'lab',
      SubAccountName: 'lab (eu)',
    });
    const [name, cell] = focusConnection;
    expect([name, cell(anExportRow({ target }), terms), cell(anExportRow(), terms)]).toEqual([
      'x_Connection',
      'eu',
      null,
    ]);
  });

  it.each(Tags.shape.kind.options)('follows the rules for every kind, such as %s', (kind) => {
    const tags = { ...otherTags, kind };
    expect(faultsIn(focus(anExportRow({ resource: null, tags, price: null })))).toEqual([]);
    const told = ResourceKind.safeParse(kind);
    if (!told.success) return;
    const resource = aVm({ kind: told.data, metadata: null });
    expect(faultsIn(focus(anExportRow({ resource, tags: aVmsTags({ kind, metadata: null }) })))).toEqual([]);
  });

  it.each<[string, Partial<ExportRow>, Partial<FocusTerms>, FocusCells]>([
    ['an unknown account is replaced by the project', {}, {}, { BillingAccountId: 'project/lab' }],
    [
      'an unknown account is replaced by the one that the options name',
      {},
      { billingAccount: 'main' },
      { BillingAccountId: 'main' },
    ],
    [
      'an empty value is unknown',
      { tags: aVmsTags({ createdBy: '', dataCenter: '' }) },
      {},
      { x_CreatedBy: null, RegionId: null },
    ],
    [
      'a time has no fractions of a second',
      { until: later(noon, milliseconds(59_999)) },
      {},
      { ChargePeriodEnd: '2026-11-21T12:00:59Z' },
    ],
    [
      'a price that changed within the hour is left out',
      { price: null },
      {},
      { x_HourlyPrice: null, ChargeDescription: 'vm box in project lab: 1 h at changing prices' },
    ],
  ])('where %s', (_, overrides, some, cells) => {
    const found = focus(anExportRow(overrides), some);
    expect(found).toMatchObject(cells);
    expect(faultsIn(found)).toEqual([]);
  });
});
