import { dirname } from 'node:path';
import type { Environment } from '../config/settings/environment.ts';
import { shownName } from '../config/settings/may-be-key.ts';
import { SettingsError, wrongSetting } from '../config/settings/settings-error.ts';
import { readSettingsFile, type Trust } from '../config/settings/settings-file.ts';
import { placesOfOthers } from './env-file.ts';
import type { Process } from './process.ts';
import { liesIn, readTrustedFile } from './trusted-file.ts';

/** The file of settings in the current folder, which is read where the environment names no other. */
const defaultFile = 'settings.yaml';

type Reader = Pick<Process, 'environment' | 'clock' | 'signal'> & Partial<Pick<Process, 'stderr'>>;

/**
 * Returns the parts of the process that the settings file changes; empty if there is no file. The environment takes
 * precedence. A file that was found in the current folder, or that a file there names, is trusted less than one that the
 * user named.
 * @param given the environment without what a file of the current folder has set
 * @throws SettingsError @throws InterruptedError
 */
export async function withSettingsFile(
  self: Reader,
  given: Environment = self.environment,
  standard: string = defaultFile,
): Promise<Partial<Process>> {
  const { SPENDWATCH_SETTINGS: named } = self.environment;
  const isNamed = Boolean(given['SPENDWATCH_SETTINGS']);
  const file = named || standard;
  const read = await readTrustedFile(self, { file, isNamed });
  if (read === null && !named) return {};
  if (read === null)
    throw wrongSetting(
      'SPENDWATCH_SETTINGS',
      `names a file that cannot be read: ${shownName(file)} (docs/connections.md shows one)`,
    );
  const { text, doubt } = read;
  if (doubt !== null && !isNamed)
    throw wrongSetting(
      shownName(file),
      `${doubt}; a file that you trust all the same is read where SPENDWATCH_SETTINGS of the environment names it`,
    );
  const trust: Trust = isNamed ? 'named' : { mayRead: (path) => liesIn(dirname(file), path) };
  const { environment, connections, placeOf, variables } = readSettingsFile(
    text,
    file,
    self.environment,
    trust,
  );
  const without = (all: Environment) =>
    Object.fromEntries(Object.entries(all).filter(([name, value]) => value && !variables.has(name)));
  const message = 'is set here, and the secret that is sent there elsewhere: set both in one place';
  const elsewhere = isNamed ? [] : placesOfOthers(environment, without(given));
  if (elsewhere.length > 0)
    throw new SettingsError(
      elsewhere.map((variable) => ({ variable: placeOf(variable) ?? variable, message })),
    );
  const set = without(self.environment);
  return {
    environment: { ...environment, ...set },
    connections,
    placeOf: (variable) => (set[variable] === undefined ? placeOf(variable) : undefined),
  };
}
