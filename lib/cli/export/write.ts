import { type ExportOrder, exportCharges } from '../../jobs/queries/export-charges.ts';
import type { LedgerReader } from '../../service/ledger/open-ledger.ts';
import { type ExportTally, tallying } from '../../views/export/tally.ts';
import type { ExportForm } from './forms.ts';
import type { Sink } from './sink.ts';

/** Writes an export piece by piece; returns `null` when it was interrupted. */
export async function writeExport(
  ledger: LedgerReader,
  order: ExportOrder,
  form: ExportForm,
  sink: Sink,
  signal: AbortSignal,
): Promise<ExportTally | null> {
  const tally = tallying(order.from);
  try {
    await sink.write(form.heading);
    for await (const { rows, ...period } of exportCharges(ledger, order)) {
      if (signal.aborted) break;
      await sink.write(form.lines(rows));
      tally.add(period, rows);
    }
    if (!signal.aborted) await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
  if (!signal.aborted) return tally.tally();
  await sink.discard();
  return null;
}
