import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { SpendwatchStackProps } from '../../lib/infra/spendwatch-stack.ts';
import { resourceIn } from '../infra/a-stack.ts';
import { bundledStack, type FunctionName, functions } from '../infra/bundles.ts';
import { type Ended, runHandler } from '../infra/run-handler.ts';
import { asMotoTakesIt } from './as-moto-takes-it.ts';
import { type Moto, region } from './moto.ts';

const Configuration = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.string()) }) });
const account = '123456789012';
const bucket = `cdk-hnb659fds-assets-${account}-${region}`;

/** The stack as CloudFormation made it from the template, and its functions as Lambda would run them. */
export type DeployedStack = {
  readonly template: ReturnType<typeof bundledStack>['template'];
  /** The name, ARN or URL that CloudFormation gave to a resource whose name begins so. */
  physicalId(prefix: string): string;
  invoke(name: FunctionName, event: unknown): Promise<Ended>;
  delete(): Promise<void>;
  /** Forgets the bundles, and leaves the stack to its end with moto. */
  discard(): void;
};

/** Deploys a stack that watches `cloudUrl`, whose viewer's and editor's keys are in the parameters `/keys/...`. */
export async function deployStack(moto: Moto, props: Partial<SpendwatchStackProps>): Promise<DeployedStack> {
  const { template, folders, folderOf, outdir } = bundledStack(props);
  const place = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
  await moto.request('s3', 'PUT', `/${bucket}`, place);
  for (const folder of folders) {
    const zip = `${folder}.zip`;
    const shipped = readdirSync(folder).filter((file) => !file.endsWith('.map'));
    execFileSync('python3', ['-m', 'zipfile', '-c', zip, ...shipped.map((file) => join(folder, file))]);
    await moto.request('s3', 'PUT', `/${bucket}/${zip.replace(/^.*asset\./, '')}`, readFileSync(zip));
  }
  const bootstrap = { Name: '/cdk-bootstrap/hnb659fds/version', Value: '30', Type: 'String' };
  await moto.request('ssm', 'POST', '/', JSON.stringify(bootstrap), 'AmazonSSM.PutParameter');
  await moto.query('cloudformation', {
    Action: 'CreateStack',
    Version: '2010-05-15',
    StackName: 'Spendwatch',
    TemplateBody: asMotoTakesIt(template.toJSON()),
  });
  const described = await moto.query('cloudformation', {
    Action: 'DescribeStackResources',
    Version: '2010-05-15',
    StackName: 'Spendwatch',
  });
  const ids = new Map(
    [...described.matchAll(/<member>.*?<\/member>/gs)]
      .filter(([member]) => member.includes('<LogicalResourceId>'))
      .map(([member]) => [textOf('LogicalResourceId', member), textOf('PhysicalResourceId', member)]),
  );
  const physicalId = (prefix: string): string => {
    const found = [...ids].filter(([name]) => name.startsWith(prefix));
    const [only, ...others] = found;
    if (only === undefined || others.length > 0)
      throw new Error(`${found.length} begin with ${prefix}: ${[...ids.keys()].join(' ')}`);
    return only[1];
  };
  return {
    template,
    physicalId,
    invoke: async (name, event) => {
      const id = physicalId(resourceIn(template, 'AWS::Lambda::Function', functions[name]).name);
      const text = await moto.request('lambda', 'GET', `/2015-03-31/functions/${id}/configuration`);
      const { Environment } = Configuration.parse(JSON.parse(text));
      return runHandler({ folder: folderOf(name), variables: Environment.Variables, aws: moto.url, event });
    },
    discard: () => rmSync(outdir, { recursive: true }),
    delete: async () => {
      rmSync(outdir, { recursive: true });
      await moto.query('cloudformation', {
        Action: 'DeleteStack',
        Version: '2010-05-15',
        StackName: 'Spendwatch',
      });
    },
  };
}

/** The text of an element of a reply in XML. */
export function textOf(element: string, xml: string): string {
  const [, found] = xml.match(new RegExp(`<${element}>([^<]*)</${element}>`)) ?? [];
  if (found === undefined) throw new Error(`no ${element} in ${xml.slice(0, 300)}`);
  return found
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
