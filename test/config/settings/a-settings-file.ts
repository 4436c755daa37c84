import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { Environment } from '../../../lib/config/settings/environment.ts';
import { SettingsError } from '../../../lib/config/settings/settings-error.ts';
import { readSettingsFile } from '../../../lib/config/settings/settings-file.ts';
import { secretKey } from '../../support/api-key.ts';

/** A file with two connections; a variable holds one of their keys. */
export const twoConnections = `connections:
  - name: research
    address: https://research.example.com
    viewer-key: file:keys/research.key
    editor-key: env:RESEARCH_EDITOR
    requests-per-minute: 300
  - name: old-contract
    cloud: compute
    address: https://old.example.com
    viewer-key: ssm:/spendwatch/old-viewer
`;
export const keyInEnvironment: Environment = { RESEARCH_EDITOR: secretKey };

/** Returns the mistakes in a file, none of which repeats the key. */
export function mistakesInFile(text: string, given = keyInEnvironment): readonly string[] {
  try {
    readSettingsFile(text, 'settings.yaml', given);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    expect(inspect(error, { depth: 9 })).not.toContain(secretKey);
    return error.message.split('\n').slice(1);
  }
  throw new Error('the settings were taken');
}
