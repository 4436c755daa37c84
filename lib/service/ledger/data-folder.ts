import { access, constants, mkdir } from 'node:fs/promises';
import { SettingsError } from '../../config/settings/settings-error.ts';

/** Makes the folder that keeps the ledger, for its owner only. @throws SettingsError when that cannot be. */
export async function makeDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const message = `names what is no folder that this user may make and write in: ${path}`;
    throw new SettingsError([{ variable: '--data', message }], { cause });
  }
}
