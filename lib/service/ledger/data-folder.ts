import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { wrongSetting } from '../../config/settings/settings-error.ts';

/** The file that marks the ledger of a simulated cloud, with its time. */
export const simulationFile = 'simulation.json';

/** Creates the folder of the ledger, readable only by its owner. @throws SettingsError when it cannot be used. */
export async function makeDataFolder(path: string, cloud: 'real' | 'simulated' = 'real'): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const message = `must be a folder that this user can create and write to: ${path}`;
    throw wrongSetting('--data', message, { cause });
  }
  if (cloud === 'real' && existsSync(join(path, simulationFile))) {
    const message = `names a folder with the ledger of a simulation: ${path}; delete it, or choose another one`;
    throw wrongSetting('--data', message);
  }
}
