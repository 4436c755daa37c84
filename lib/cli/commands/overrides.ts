import { inWords } from '../../jobs/overrides/override-text.ts';
import { revoke } from '../../jobs/overrides/revoke.ts';
import { subjectNamer } from '../../jobs/overrides/subject-namer.ts';
import { readLedger } from '../../service/ledger/open-ledger.ts';
import type { Override } from '../../state/override.ts';
import { type Columns, minuteColumn, selectColumns, timeColumn } from '../../views/columns/column.ts';
import { attempt } from '../interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { overridingCommand } from '../overriding.ts';
import { policyAtHand } from '../policy-at-hand.ts';
import { type AddCommand, exitCodes } from '../process.ts';
import { type FormFlags, type Paper, withFormOptions, writeReport } from '../reading/report.ts';
import { asCsv, asJson } from '../tables/data-forms.ts';
import { overrideJson } from '../tables/overrides-table.ts';
import { tableLines } from '../tables/table.ts';

/** `spendwatch overrides` and `revoke`: list active overrides, and end one by its ID. */
export const addOverrides: AddCommand = (program, self, exit) => {
  const command = program.command('overrides').description('list active overrides (read-only)');
  withFormOptions(withLedgerOptions(command))
    .addHelpText(
      'after',
      `
Example:
  spendwatch overrides

Exit codes: 0 success, 2 the command line or the configuration is wrong,
3 the ledger could be read only in part, 4 the ledger cannot be used.`,
    )
    .action((flags: LedgerFlags & FormFlags) =>
      attempt(self, exit, async () => {
        const settings = settingsToRead(self.environment);
        const place = placeOf(flags, settings);
        const policy = await policyAtHand(settings, place, self.stderr);
        const now = self.clock.now();
        const unreadable = new Set<string>();
        const overrides = await readLedger(
          place,
          async (ledger) => {
            const [overrides, heads] = await Promise.all([
              ledger.overrides(now),
              ledger.heads(),
              ledger.control(),
            ]);
            const named = subjectNamer(heads);
            return overrides.map((override) => ({ ...override, what: inWords(override, named) }));
          },
          ({ message }) => unreadable.add(message),
        );
        for (const message of unreadable) self.stderr.write(`${message}\n`);
        // Where other records cannot be read, overrides may be there in a form that is not known here.
        const isSure = unreadable.size === 0;
        const report = {
          text: (paper: Paper) =>
            overrides.length === 0 && !isSure
              ? ['Overrides are unknown: records of this ledger cannot be read.']
              : linesOf(overrides, paper),
          json: () => asJson(overrides.map(({ what: _, ...override }) => overrideJson(override))),
          csv: () => asCsv(overrides, columns),
        };
        writeReport(self, flags, report, { now, zone: policy?.timezone ?? 'UTC' });
        return isSure ? exitCodes.fine : exitCodes.blind;
      }),
    );
  overridingCommand({
    name: 'revoke',
    argument: '<id>',
    about: 'the ID of any override that spendwatch overrides lists, including answers and orders',
    summary: 'revoke an override',
    examples: ['revoke keep-4f1d8a90c2'],
    record: revoke,
  })(program, self, exit);
};

/** An override, with what it says in words. */
type ListedOverride = Override & { readonly what: string };

/** The columns of overrides. */
const columns = {
  id: { title: 'ID', value: ({ id }) => id },
  kind: { value: ({ kind }) => kind },
  what: { title: 'OVERRIDE', value: ({ what }) => what, least: 36 },
  author: { title: 'BY', value: ({ author }) => author, least: 6, rank: 1 },
  reason: { title: 'REASON', value: ({ reason }) => reason, least: 12, rank: 2, under: true },
  at: timeColumn(({ at }) => at),
  until: minuteColumn('UNTIL', ({ until }) => until),
} satisfies Columns<ListedOverride>;

function linesOf(overrides: readonly ListedOverride[], paper: Paper): string[] {
  if (overrides.length === 0) return ['No active overrides.'];
  return tableLines(overrides, selectColumns(columns, ['what', 'until', 'author', 'reason', 'id']), paper);
}
