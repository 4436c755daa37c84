import * as z from 'zod';
import { Deployment } from './deployment.ts';

/** The file next to `cdk.json` that records the last deployment; `npm run deploy` writes it. */
export const deployedFile = 'cdk.deployed.json';

/** The last deployment of a stage: its settings, ledger table, account and region. */
export const DeployedSettings = z.strictObject({
  settings: Deployment,
  table: z.string(),
  account: z.string(),
  region: z.string(),
});
export type DeployedSettings = z.infer<typeof DeployedSettings>;

export const DeployedStages = z.record(z.string(), DeployedSettings);
export type DeployedStages = z.infer<typeof DeployedStages>;

/** The part of `cdk deploy --outputs-file` that is read: the outputs that locate each stack. */
const Outputs = z.record(z.string(), z.looseObject({ Table: z.string(), Topic: z.string() }));
/** A synthesized template, whose metadata contain its settings. */
const Template = z.looseObject({ Metadata: z.looseObject({ settings: Deployment }) });

/**
 * Returns the record of deployments, updated for each stack that has outputs.
 * @throws ZodError for a template or for outputs that are not of spendwatch.
 */
export function withDeployed(
  before: DeployedStages,
  outputs: unknown,
  templateOf: (stage: string) => unknown,
): DeployedStages {
  const now = Object.entries(Outputs.parse(outputs)).map(
    ([stage, { Table, Topic }]): [string, DeployedSettings] => {
      const [, , , region = '', account = ''] = Topic.split(':');
      const { settings } = Template.parse(templateOf(stage)).Metadata;
      return [stage, { settings, table: Table, account, region }];
    },
  );
  return { ...before, ...Object.fromEntries(now) };
}
