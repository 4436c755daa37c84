import type { Command } from 'commander';
import type { Settings } from '../config/settings/settings.ts';
import { SettingsError } from '../config/settings/settings-error.ts';
import type { LedgerPlace } from '../service/ledger/open-ledger.ts';

export type LedgerFlags = {
  readonly data?: string;
  readonly table?: string;
  readonly profile?: string;
  readonly region?: string;
};

/** The options that say where the ledger is; the same for every command that reads or writes one. */
export const withLedgerOptions = (command: Command): Command =>
  command
    .option(
      '--data <folder>',
      'the folder of the ledger on this machine, also while run uses it (default: ".spendwatch")',
    )
    .option('--table <name>', 'the DynamoDB table of a deployment, in place of a folder')
    .option('--profile <name>', 'the AWS profile to reach the table with')
    .option('--region <name>', 'the AWS region of the table');

/** @throws SettingsError when it is said how to reach a table and not which. */
export function placeOf(
  { data, table: named, profile, region }: LedgerFlags,
  settings: Pick<Settings, 'table' | 'data' | 'ledgerTable'>,
): LedgerPlace {
  const table = named ?? (data === undefined ? settings.ledgerTable : null);
  if (table !== null) return { kind: 'table', table, ...(profile && { profile }), ...(region && { region }) };
  if (profile !== undefined || region !== undefined) {
    const variable = profile === undefined ? '--region' : '--profile';
    throw new SettingsError([
      { variable, message: 'is about a table on AWS: say which with --table or SPENDWATCH_LEDGER_TABLE' },
    ]);
  }
  return { kind: 'folder', data: data ?? settings.data, table: settings.table };
}
