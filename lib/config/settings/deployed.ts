import * as z from 'zod';
import { Deployment } from './deployment.ts';

/** The file beside `cdk.json` that holds what was deployed last; `npm run deploy` writes it. */
export const deployedFile = 'cdk.deployed.json';

/** The last deployment of a stage: its settings, the table that is its ledger, and where it is. */
export const Deployed = z.strictObject({
  settings: Deployment,
  table: z.string(),
  account: z.string(),
  region: z.string(),
});
export type Deployed = z.infer<typeof Deployed>;

export const DeployedStages = z.record(z.string(), Deployed);
export type DeployedStages = z.infer<typeof DeployedStages>;

/** The outputs of each stack that tell where it is: the part of `cdk deploy --outputs-file` that is read. */
const Outputs = z.record(z.string(), z.looseObject({ Table: z.string(), Topic: z.string() }));
/** A synthesised template, whose metadata are the settings that it was made with. */
const Template = z.looseObject({ Metadata: z.looseObject({ settings: Deployment }) });

/**
 * Returns the record with what was deployed now, for each stack that has outputs.
 * @throws ZodError for a template or for outputs that are not of spendwatch.
 */
export function withDeployed(
  before: DeployedStages,
  outputs: unknown,
  templateOf: (stage: string) => unknown,
): DeployedStages {
  const now = Object.entries(Outputs.parse(outputs)).map(([stage, { Table, Topic }]): [string, Deployed] => {
    const [, , , region = '', account = ''] = Topic.split(':');
    const { settings } = Template.parse(templateOf(stage)).Metadata;
    return [stage, { settings, table: Table, account, region }];
  });
  return { ...before, ...Object.fromEntries(now) };
}
