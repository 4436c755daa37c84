import { rmSync } from 'node:fs';
import * as z from 'zod';
import type { SpendwatchStackProps } from '../../lib/infra/stages.ts';
import { bundledStack, type FunctionName, functions } from '../infra/bundles.ts';
import { type Ended, runHandler } from '../infra/run-handler.ts';
import { createStack, deleteStack, physicalIds, publishBundles } from './cloudformation.ts';
import type { Moto } from './moto.ts';

const Configuration = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.string()) }) });

/** A stack as CloudFormation made it, and its functions as Lambda would run them. */
export type RunningStack = {
  /** The name, ARN or URL that CloudFormation gave to a resource, by its name, with or without the hash. */
  physicalId(name: string): string;
  /** The name of a function. */
  nameOf(name: FunctionName): string;
  invoke(name: FunctionName, event: unknown): Promise<Ended>;
};

export type DeployedStack = RunningStack & {
  readonly template: ReturnType<typeof bundledStack>['template'];
  delete(): Promise<void>;
};

/**
 * Finds the deployed stack.
 * @param folderOf where the code of a function is
 * @param instead the values of variables that a template could not contain
 */
export async function runningStack(
  moto: Moto,
  folderOf: (name: FunctionName) => string,
  instead: Readonly<Record<string, string>> = {},
): Promise<RunningStack> {
  const ids = await physicalIds(moto);
  const physicalId = (name: string): string => {
    const [only, ...others] = [...ids].filter(([id]) => id.replace(name, '').match(/^([0-9A-F]{8})?$/));
    if (only === undefined || others.length > 0)
      throw new Error(`not one of ${name}: ${[...ids.keys()].join(' ')}`);
    return only[1];
  };
  const nameOf = (name: FunctionName): string => physicalId(`${functions[name]}Function`);
  return {
    physicalId,
    nameOf,
    invoke: async (name, event) => {
      const text = await moto.request('lambda', 'GET', `/2015-03-31/functions/${nameOf(name)}/configuration`);
      const { Environment } = Configuration.parse(JSON.parse(text));
      const { NODE_OPTIONS: _, ...variables } = Environment.Variables;
      return runHandler({
        folder: folderOf(name),
        variables: { ...variables, ...instead },
        aws: moto.url,
        event,
      });
    },
  };
}

/** Deploys a stack that watches `cloudUrl`, whose viewer's and editor's keys are in the parameters `/keys/...`. */
export async function deployStack(moto: Moto, props: Partial<SpendwatchStackProps>): Promise<DeployedStack> {
  const { template, folders, folderOf, outdir } = bundledStack(props);
  await publishBundles(moto, folders);
  await createStack(moto, template.toJSON());
  return {
    ...(await runningStack(moto, folderOf)),
    template,
    delete: async () => {
      rmSync(outdir, { recursive: true });
      await deleteStack(moto);
    },
  };
}
