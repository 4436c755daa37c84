import type { Command } from 'commander';
import type { Settings } from '../config/settings/settings.ts';
import { wrongSetting } from '../config/settings/settings-error.ts';
import type { LedgerPlace } from '../service/ledger/open-ledger.ts';

export type LedgerFlags = {
  readonly data?: string;
  readonly table?: string;
  readonly profile?: string;
  readonly region?: string;
};

/** Adds the options that locate the ledger, for every command that uses one. */
export const withLedgerOptions = (command: Command): Command =>
  command
    .option('--data <folder>', 'the folder of the ledger; works while run uses it (default: ".spendwatch")')
    .option('--table <name>', 'the DynamoDB table of a deployment, instead of a folder')
    .option('--profile <name>', 'the AWS profile for the table')
    .option('--region <name>', 'the AWS region of the table');

/** Returns the location of the ledger. @throws SettingsError when a profile or region is given without a table. */
export function placeOf(
  { data, table: named, profile, region }: LedgerFlags,
  settings: Pick<Settings, 'table' | 'data' | 'ledgerTable'>,
): LedgerPlace {
  const table = named ?? (data === undefined ? settings.ledgerTable : null);
  if (table !== null) return { kind: 'table', table, ...(profile && { profile }), ...(region && { region }) };
  if (profile !== undefined || region !== undefined) {
    const variable = profile === undefined ? '--region' : '--profile';
    throw wrongSetting(variable, 'requires a table: set --table or SPENDWATCH_LEDGER_TABLE');
  }
  return { kind: 'folder', data: data ?? settings.data, table: settings.table };
}
