import { Command } from 'commander';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import type { Move } from '../../jobs/move-heads.ts';
import { renameConnection } from '../../jobs/rename-connection.ts';
import { ConnectionName, connectionInWords, nameInCommands } from '../../model/connection-name.ts';
import { counted, formatShortList } from '../../model/words.ts';
import { withLedger } from '../../service/ledger/open-ledger.ts';
import { attempt } from '../interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { hint } from '../names.ts';
import { exitCodes, type Process } from '../process.ts';

/** `spendwatch connections`: carries what is known of a connection to its new name. */
export function addConnections(program: Command, self: Process, exit: (code: number) => void): void {
  const connections = new Command('connections')
    .description('carry what is known of a connection to its new name')
    .copyInheritedSettings(program);
  withLedgerOptions(connections.command('rename <old> <new>'))
    .description('carry figures, history, alerts and overrides of a connection to its new name')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch connections rename unnamed research
  spendwatch connections rename research science

"unnamed" stands for the connection without a name. Change the name in the settings first. A rename is found out by
itself where both names show the same machine; say so here where nothing proves it.
Exit codes: 0 renamed, 1 some targets could not be moved: try again, 2 the command line is wrong, 4 the ledger cannot
be used.`,
    )
    .action((old: string, now: string, flags: LedgerFlags) =>
      attempt(self, exit, () => rename(self, nameOf('<old>', old), nameOf('<new>', now), flags)),
    );
  program.addCommand(connections);
}

/** Returns the name of a connection as people write it. @throws SettingsError */
function nameOf(argument: string, text: string): ConnectionName | null {
  if (text === nameInCommands(null)) return null;
  const parsed = ConnectionName.safeParse(text);
  if (!parsed.success) throw wrongSetting(argument, 'must be the name of a connection, or "unnamed"');
  return parsed.data;
}

async function rename(
  self: Process,
  from: ConnectionName | null,
  to: ConnectionName | null,
  flags: LedgerFlags,
): Promise<number> {
  const { clock, connections = [], stdout, stderr } = self;
  if (from === to) throw wrongSetting('<new>', 'must differ from the old name');
  if (connections.some(({ name }) => name === from))
    throw wrongSetting('<old>', `${connectionInWords(from)} is in the settings: change its name there first`);
  const log = (event: string, { because = '' }: { readonly because?: unknown } = {}) =>
    void stderr.write(`${event}: ${String(because)}\n`);
  const outcome = await withLedger({
    place: placeOf(flags, settingsToRead(self.environment)),
    work: (ledger) => renameConnection({ ledger, clock, log }, from, to),
  });
  if (outcome.kind === 'unknown')
    throw wrongSetting(
      '<old>',
      `the ledger has no target of ${connectionInWords(from)}${hint(nameInCommands(from), outcome.known)}`,
    );
  const { moves } = outcome;
  const left = moves.filter(({ now }) => now === null);
  stdout.write(`${movedInWords(moves.length - left.length, from, to)}\n`);
  if (left.length === 0) return exitCodes.fine;
  stderr.write(`Not moved: ${formatShortList(left.map(({ before }: Move) => before.target))}.\n`);
  return exitCodes.news;
}

const movedInWords = (count: number, from: ConnectionName | null, to: ConnectionName | null): string =>
  `${counted(count, 'target')} of ${connectionInWords(from)} ${count === 1 ? 'goes' : 'go'} on under ${connectionInWords(to)}, with figures, history, alerts and overrides.`;
