import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { SettingsError } from '../lib/config/settings/settings-error.ts';
import { readDeployedFile } from '../lib/infra/deployed-file.ts';
import { addStages } from '../lib/infra/stages.ts';
import { buildFunctions } from './build-functions.ts';

buildFunctions(join(import.meta.dirname, '../dist/functions'));
try {
  addStages(new App(), readDeployedFile());
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
