import { inWords } from '../../jobs/overrides/override-text.ts';
import { revoke } from '../../jobs/overrides/revoke.ts';
import { localMinute } from '../../model/time/period.ts';
import { isoInstant } from '../../model/time/time.ts';
import { readLedger } from '../../service/ledger/open-ledger.ts';
import type { Override } from '../../state/override.ts';
import { attempt } from '../interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { overridingCommand } from '../overriding.ts';
import { policyAtHand } from '../policy-at-hand.ts';
import { type AddCommand, exitCodes } from '../process.ts';
import { type FormFlags, type Paper, withFormOptions, writeReport } from '../reading/report.ts';
import { asCsv, asJson, type Field, ownFields } from '../tables/data-forms.ts';
import { overrideJson } from '../tables/overrides-table.ts';
import { type Column, tableLines } from '../tables/table.ts';

/** `spendwatch overrides` and `revoke`: list active overrides, and end one by its ID. */
export const addOverrides: AddCommand = (program, self, exit) => {
  const command = program.command('overrides').description('list active overrides (read-only)');
  withFormOptions(withLedgerOptions(command))
    .addHelpText(
      'after',
      `
Example:
  spendwatch overrides

Exit codes: 0 success, 2 the command line or the configuration is wrong, 4 the ledger cannot be used.`,
    )
    .action((flags: LedgerFlags & FormFlags) =>
      attempt(self, exit, async () => {
        const settings = settingsToRead(self.environment);
        const place = placeOf(flags, settings);
        const policy = await policyAtHand(settings, place, self.stderr);
        const now = self.clock.now();
        const overrides = await readLedger(place, (ledger) => ledger.overrides(now));
        const report = {
          text: (paper: Paper) => linesOf(overrides, paper),
          json: () => asJson(overrides.map(overrideJson)),
          csv: () => asCsv(overrides, fields),
        };
        writeReport(self, flags, report, { now, zone: policy?.timezone ?? 'UTC' });
        return exitCodes.fine;
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

function linesOf(overrides: readonly Override[], paper: Paper): string[] {
  if (overrides.length === 0) return ['No active overrides.'];
  const columns: Column<Override>[] = [
    { title: 'OVERRIDE', cell: inWords, least: 36 },
    { title: 'UNTIL', cell: ({ until }) => localMinute(until, paper.zone) },
    { title: 'BY', cell: ({ author }) => author, least: 6, rank: 1 },
    { title: 'REASON', cell: ({ reason }) => reason, least: 12, rank: 2, under: true },
    { title: 'ID', cell: ({ id }) => id },
  ];
  return tableLines(overrides, columns, paper);
}

const fields: readonly Field<Override>[] = [
  ...ownFields('id', 'kind'),
  { name: 'what', value: inWords },
  ...ownFields('author', 'reason'),
  { name: 'at', value: ({ at }) => isoInstant(at) },
  { name: 'until', value: ({ until }) => isoInstant(until) },
];
