import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeployedStages, deployedFile, withDeployed } from '../config/deployment/deployed.ts';
import { wrongSetting } from '../config/settings/settings-error.ts';

/**
 * Reads the settings of the last deployment from the current folder; empty if there was none.
 * @throws SettingsError for a damaged file: without it, a lost ledger would go unnoticed.
 */
export function readDeployedFile(): DeployedStages {
  if (!existsSync(deployedFile)) return {};
  try {
    return DeployedStages.parse(JSON.parse(readFileSync(deployedFile, 'utf8')));
  } catch (cause) {
    const message = 'cannot be read: restore it from version control, or delete it to skip the comparison';
    throw wrongSetting(deployedFile, message, { cause });
  }
}

/** The file to which `cdk deploy` writes the outputs of the stacks that it has just deployed. */
const outputsFile = join('cdk.out', 'outputs.json');
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Records the settings of the stacks that were just deployed, if any. */
export function recordDeployment(): void {
  if (!existsSync(outputsFile)) return;
  const readTemplate = (stage: string) => read(join('cdk.out', `${stage}.template.json`));
  const deployed = withDeployed(readDeployedFile(), read(outputsFile), readTemplate);
  writeFileSync(deployedFile, `${JSON.stringify(deployed, null, 2)}\n`);
  // A later deployment that fails must not record this one again.
  rmSync(outputsFile);
}
