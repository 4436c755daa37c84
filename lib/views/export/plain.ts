import { getGivenName } from '../../model/facts/resource.ts';
import { getTargetConnection } from '../../model/ids.ts';
import { StoredCharge, StoredPrice } from '../../model/money/money.ts';
import { shownName } from '../../model/subject.ts';
import { isoInstant } from '../../model/time/time.ts';
import type { ExportColumn } from './column.ts';
import type { ExportRow } from './rows.ts';
import { decideAttribution, formatHours } from './text.ts';

type Value = string | number | boolean | null | Readonly<Record<string, string>>;

/** The fields of a row, with exact figures as text. Names and order are stable. */
const fields: readonly (readonly [name: string, value: (row: ExportRow) => Value])[] = [
  ['from', ({ from }) => isoInstant(from)],
  ['until', ({ until }) => isoInstant(until)],
  ['running', ({ isRunning }) => isRunning],
  ['project', ({ target }) => shownName(target)],
  ['account', ({ account }) => account],
  ['attribution', decideAttribution],
  ['kind', ({ tags }) => tags.kind],
  ['resource', ({ resource }) => resource?.id ?? null],
  ['data_center', ({ tags }) => tags.dataCenter],
  ['gpus', ({ resource }) => resource?.gpus ?? null],
  ['gpu_model', ({ tags }) => tags.gpuModel],
  ['created_by', ({ tags }) => tags.createdBy],
  ['metadata', ({ tags }) => tags.metadata],
  ['hours', ({ time }) => formatHours(time)],
  ['price_usd_per_hour', ({ price }) => price && StoredPrice.encode(price)],
  ['cost_usd', ({ cost }) => cost.toFixed()],
  ['estimated_cost_usd', ({ estimatedCost }) => estimatedCost.toFixed()],
  ['charge', ({ charge }) => StoredCharge.encode(charge)],
  ['gap_seconds', ({ gap }) => gap / 1_000],
  ['name', ({ resource }) => (resource && getGivenName(resource)) ?? null],
];

/** Returns a row as a JSON record, with its connection if that has a name. */
export function plainRecord(row: ExportRow): Readonly<Record<string, Value>> {
  const connection = getTargetConnection(row.target);
  const record = Object.fromEntries(fields.map(([name, value]) => [name, value(row)]));
  return connection ? { ...record, connection } : record;
}

/** The additional column for a named connection. */
export const plainConnection: ExportColumn = [
  'connection',
  ({ target }) => getTargetConnection(target) ?? null,
];

/** The same fields as columns of a CSV file. */
export const plainColumns: readonly ExportColumn[] = fields.map(([name, value]) => [
  name,
  (row) => inText(value(row)),
]);

const inText = (value: Value): string | null =>
  value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);
