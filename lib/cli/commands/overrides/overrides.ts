import type { Command } from 'commander';
import { inWords } from '../../../jobs/overrides/override-text.ts';
import { revoke } from '../../../jobs/overrides/revoke.ts';
import type { Override } from '../../../model/override.ts';
import { localMinute } from '../../../model/time/period.ts';
import { isoInstant } from '../../../model/time/time.ts';
import { withLedger } from '../../../service/ledger/open-ledger.ts';
import { addAnswering } from '../../answering.ts';
import { attempt, exitCodes } from '../../attempt.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../../ledger-options.ts';
import { policyAtHand } from '../../policy-at-hand.ts';
import type { Process } from '../../process.ts';
import { settingsToRead } from '../../settings-to-read.ts';
import { asCsv, asJson, type Field } from '../../tables/data-forms.ts';
import { overrideJson } from '../../tables/overrides-table.ts';
import { type Column, tableLines } from '../../tables/table.ts';
import { type FormFlags, type Paper, withFormOptions, writeReport } from '../report.ts';

/** `spendwatch told` and `take-back`: what people have told it and still holds. */
export function addOverrides(program: Command, self: Process, exit: (code: number) => void): void {
  const command = program
    .command('told')
    .description('list what people have told spendwatch and still holds; changes nothing');
  withFormOptions(withLedgerOptions(command))
    .addHelpText(
      'after',
      `
Example:
  spendwatch told

Exit codes: 0 read, 2 the command line or the configuration is wrong, 4 the ledger cannot be used.`,
    )
    .action((flags: LedgerFlags & FormFlags) =>
      attempt(self, exit, async () => {
        const settings = settingsToRead(self.environment);
        const policy = await policyAtHand(settings, self.stderr);
        const now = self.clock.now();
        const told = await withLedger({
          place: placeOf(flags, settings),
          work: (ledger) => ledger.overrides(now),
        });
        const report = {
          text: (paper: Paper) => linesOf(told, paper),
          json: () => asJson(told.map(overrideJson)),
          csv: () => asCsv(told, fields),
        };
        writeReport(self, flags, report, { now, zone: policy?.timezone ?? 'UTC' });
        return exitCodes.fine;
      }),
    );
  addAnswering(program, self, exit, {
    name: 'take-back',
    argument: '<id>',
    about: 'the id of anything that spendwatch told lists, an answer or an order too',
    summary: 'take back what somebody told spendwatch',
    isReasonNeeded: false,
    question: null,
    examples: ['take-back keep-4f1d8a90c2'],
    ask: (ledger, { asked, teller }) => revoke(ledger, { ...teller, asked: asked ?? '' }),
  });
}

function linesOf(told: readonly Override[], paper: Paper): string[] {
  if (told.length === 0) return ['Nobody has told spendwatch anything that holds now.'];
  const columns: Column<Override>[] = [
    { title: 'WHAT', cell: inWords, least: 36 },
    { title: 'UNTIL', cell: ({ until }) => localMinute(until, paper.zone) },
    { title: 'BY', cell: ({ author }) => author, least: 6, rank: 1 },
    { title: 'WHY', cell: ({ reason }) => reason, least: 12, rank: 2, under: true },
    { title: 'ID', cell: ({ id }) => id },
  ];
  return tableLines(told, columns, paper.width, paper.colors);
}

const fields: readonly Field<Override>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'what', value: inWords },
  { name: 'author', value: ({ author }) => author },
  { name: 'reason', value: ({ reason }) => reason },
  { name: 'at', value: ({ at }) => isoInstant(at) },
  { name: 'until', value: ({ until }) => isoInstant(until) },
];
