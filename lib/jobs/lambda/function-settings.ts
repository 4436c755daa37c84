import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBuiltConnections } from '../../config/deployment/built-connections.ts';
import type { Environment } from '../../config/settings/environment.ts';
import { type ConnectedSettings, readConnectedSettings } from '../../config/settings/settings.ts';

/**
 * Reads the settings of a function that talks to clouds. Connections that its deployment lists are in a file beside its
 * code. @throws SettingsError
 */
export function functionSettings(environment: Environment): ConnectedSettings {
  const { SPENDWATCH_SETTINGS: file, LAMBDA_TASK_ROOT: folder = '' } = environment;
  const listed = file ? readBuiltConnections(readFileSync(resolve(folder, file), 'utf8')) : [];
  return readConnectedSettings(environment, listed);
}
