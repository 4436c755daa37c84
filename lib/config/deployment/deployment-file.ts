import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import type { Path } from '../policy/yaml-source.ts';
import { machineSettings } from '../settings/names.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { listSchemaMistakes, readSource } from '../settings/settings-source.ts';
import { DeployedConnection } from './built-connections.ts';
import { deploymentShape } from './deployment.ts';

/** The settings of a deployment in a settings file. */
const Written = z.strictObject(deploymentShape).partial();

/**
 * Reads the settings of a deployment from a settings file, by their names in `cdk.json`. @throws SettingsError with every
 * mistake at once, each with its line.
 */
export function readDeploymentFile(text: string, file: string): Readonly<Record<string, unknown>> {
  const source = readSource(text, file);
  const isOfMachine = (name: string) => machineSettings.has(name) && !(name in deploymentShape);
  const ofMachine = Object.keys(source.value).filter(isOfMachine);
  const others = Object.entries(source.value).filter(([name]) => !isOfMachine(name));
  const read = Written.safeParse(Object.fromEntries(others));
  const listKnownNames = ([first]: Path) => {
    if (first === undefined) return Object.keys(deploymentShape);
    return first === 'connections' ? Object.keys(DeployedConnection.shape) : [];
  };
  const mistakes = [
    ...ofMachine.map((name) => ({
      variable: source.named([name], 'key'),
      message: 'is a setting for running on one machine, and not of a deployment',
    })),
    ...(read.success ? [] : listSchemaMistakes(source, [], read.error, listKnownNames)),
  ];
  if (!read.success || mistakes.length > 0) throw new SettingsError(mistakes);
  const { policy: path } = read.data;
  if (path === undefined || isAbsolute(path)) return source.value;
  return { ...source.value, policy: join(dirname(file), path) };
}
