import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeployedStages, deployedFile, withDeployed } from '../config/settings/deployed.ts';
import { SettingsError } from '../config/settings/settings-error.ts';

/**
 * Reads what was deployed last, from the current folder; nothing where there was no deployment yet.
 * @throws SettingsError for a file that is damaged: without it, a lost ledger would go unnoticed.
 */
export function readDeployedFile(): DeployedStages {
  if (!existsSync(deployedFile)) return {};
  try {
    return DeployedStages.parse(JSON.parse(readFileSync(deployedFile, 'utf8')));
  } catch (cause) {
    const message =
      'cannot be read: bring it back from version control, or delete it to compare with nothing';
    throw new SettingsError([{ variable: deployedFile, message }], { cause });
  }
}

/** Where `cdk deploy` says of the stacks that it has deployed, and of no others, what they put out. */
const outputsFile = join('cdk.out', 'outputs.json');
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Records what was just deployed; does nothing where nothing was. */
export function recordDeployment(): void {
  if (!existsSync(outputsFile)) return;
  const templateOf = (stage: string) => read(join('cdk.out', `${stage}.template.json`));
  const deployed = withDeployed(readDeployedFile(), read(outputsFile), templateOf);
  writeFileSync(deployedFile, `${JSON.stringify(deployed, null, 2)}\n`);
  // A later deployment that fails must not find it.
  rmSync(outputsFile);
}
