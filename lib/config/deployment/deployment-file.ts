import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { SettingsError } from '../settings/settings-error.ts';
import { mistakesBelow, readSource } from '../settings/settings-source.ts';
import { DeployedConnection } from './built-connections.ts';
import { deploymentShape } from './deployment.ts';

/** The settings of a deployment that stand in a settings file, as those of one machine do. */
const SharedSettings = z
  .strictObject(deploymentShape)
  .pick({
    ...{ connections: true, routes: true, prometheus: true, policy: true, policyLocation: true },
    ...{ url: true, logLevel: true, pushSecret: true, answerSecret: true },
    ...{ slackSigningSecret: true, slackBotToken: true, amazonQButtons: true },
  })
  .partial();

/**
 * Reads the settings of a deployment from a settings file, by their names in `cdk.json`. @throws SettingsError with every
 * mistake at once, each with its line.
 */
export function readDeploymentFile(text: string, file: string): Readonly<Record<string, unknown>> {
  const source = readSource(text, file);
  const read = SharedSettings.safeParse(source.value);
  if (!read.success)
    throw new SettingsError(
      mistakesBelow(source, [], read.error, ([first]) =>
        first === undefined
          ? Object.keys(SharedSettings.shape)
          : first === 'connections'
            ? Object.keys(DeployedConnection.shape)
            : [],
      ),
    );
  const { policy: path } = read.data;
  if (path === undefined || isAbsolute(path)) return source.value;
  return { ...source.value, policy: join(dirname(file), path) };
}
