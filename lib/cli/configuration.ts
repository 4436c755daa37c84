import { readFile } from 'node:fs/promises';
import { PolicyError } from '../config/policy/policy-error.ts';
import { shownName } from '../config/settings/may-be-key.ts';
import type { Settings } from '../config/settings/settings.ts';
import { SettingsError } from '../config/settings/settings-error.ts';
import { ApiKeyError } from '../jobs/api-key.ts';
import { FolderInUseError } from '../service/ledger/hold-directory.ts';

/** Whether an error is for whoever wrote the settings or the policy, or started this; its message says all. */
export const isMisconfigured = (error: unknown): error is Error =>
  error instanceof SettingsError ||
  error instanceof PolicyError ||
  error instanceof ApiKeyError ||
  error instanceof FolderInUseError;

/** The text of the policy file. @throws SettingsError when it cannot be read. */
export async function policyOf({ policy }: Pick<Settings, 'policy'>): Promise<string> {
  try {
    return await readFile(policy, 'utf8');
  } catch (cause) {
    const message = `names a file that cannot be read: ${shownName(policy)} (spendwatch init writes one)`;
    throw new SettingsError([{ variable: 'SPENDWATCH_POLICY', message }], { cause });
  }
}
