import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Moto, region } from './moto.ts';

const bucket = `cdk-hnb659fds-assets-123456789012-${region}`;

/** Creates a bucket in the region of the tests, unless it exists. */
export async function makeBucket(moto: Moto, name: string): Promise<void> {
  const place = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
  await moto.request('s3', 'PUT', `/${name}`, place).catch((failure: Error) => {
    if (!failure.message.includes('BucketAlreadyOwnedByYou')) throw failure;
  });
}

const ask = (moto: Moto, Action: string, more: Readonly<Record<string, string>> = {}): Promise<string> =>
  moto.query('cloudformation', { Action, Version: '2010-05-15', StackName: 'Spendwatch', ...more });

/** Does for an account what `cdk bootstrap` and the publishing of bundles do. */
export async function publishBundles(moto: Moto, folders: readonly string[]): Promise<void> {
  await makeBucket(moto, bucket);
  for (const folder of folders) {
    const zip = `${folder}.zip`;
    if (!existsSync(zip)) {
      const shipped = readdirSync(folder).filter((file) => !file.endsWith('.map'));
      execFileSync('python3', ['-m', 'zipfile', '-c', zip, ...shipped.map((file) => join(folder, file))]);
    }
    await moto.request('s3', 'PUT', `/${bucket}/${zip.replace(/^.*asset\./, '')}`, readFileSync(zip));
  }
  const bootstrap = { Name: '/cdk-bootstrap/hnb659fds/version', Value: '30', Type: 'String' };
  await moto.request('ssm', 'POST', '/', JSON.stringify(bootstrap), 'AmazonSSM.PutParameter');
}

/** The parameters of a template. */
type Parameters = Readonly<Record<string, string>>;
const inQuery = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value], index) => {
      const member = `Parameters.member.${index + 1}`;
      return [
        [`${member}.ParameterKey`, name],
        [`${member}.ParameterValue`, value],
      ];
    }),
  );

/** The most bytes of a template in a request; a larger one is read of a bucket. */
const mostInRequest = 51_200;
async function templateAt(moto: Moto, template: object): Promise<Readonly<Record<string, string>>> {
  const text = JSON.stringify(template);
  if (Buffer.byteLength(text) <= mostInRequest) return { TemplateBody: text };
  await makeBucket(moto, 'templates');
  await moto.request('s3', 'PUT', '/templates/spendwatch.template.json', text);
  return { TemplateURL: `https://s3.${region}.amazonaws.com/templates/spendwatch.template.json` };
}

/** @throws Error with the reason that CloudFormation reports, where it has rolled back. */
export async function createStack(moto: Moto, template: object, given: Parameters = {}): Promise<void> {
  await ask(moto, 'CreateStack', { ...(await templateAt(moto, template)), ...inQuery(given) });
  await mustBe('CREATE_COMPLETE', moto);
}

export async function updateStack(moto: Moto, template: object, given: Parameters = {}): Promise<void> {
  await ask(moto, 'UpdateStack', { ...(await templateAt(moto, template)), ...inQuery(given) });
  await mustBe('UPDATE_COMPLETE', moto);
}

export async function deleteStack(moto: Moto): Promise<void> {
  await ask(moto, 'DeleteStack');
}

/** The name, ARN or URL that CloudFormation gave to each resource, by its name in the template. */
export async function physicalIds(moto: Moto): Promise<ReadonlyMap<string, string>> {
  const described = await ask(moto, 'DescribeStackResources');
  return new Map(
    [...described.matchAll(/<member>.*?<\/member>/gs)].flatMap(([member]) => {
      const [id] = textsOf('LogicalResourceId', member);
      // moto lists what a condition leaves out, without a name; and a permission has no physical one.
      return id === undefined ? [] : [[id, textsOf('PhysicalResourceId', member)[0] ?? '']];
    }),
  );
}

async function mustBe(expected: string, moto: Moto): Promise<void> {
  const status = textOf('StackStatus', await ask(moto, 'DescribeStacks'));
  if (status === expected) return;
  const events = textsOf('ResourceStatusReason', await ask(moto, 'DescribeStackEvents'));
  throw new Error([status, ...events].join(': '));
}

/** Stores secrets in parameters, by their names. */
export async function putSecrets(moto: Moto, secrets: Readonly<Record<string, string>>): Promise<void> {
  for (const [Name, Value] of Object.entries(secrets)) {
    const parameter = JSON.stringify({ Name, Value, Type: 'SecureString', Overwrite: true });
    await moto.request('ssm', 'POST', '/', parameter, 'AmazonSSM.PutParameter');
  }
}

/** The text of an element of a reply in XML. */
export function textOf(element: string, xml: string): string {
  const [found] = textsOf(element, xml);
  if (found === undefined) throw new Error(`no ${element} in ${xml.slice(0, 300)}`);
  return found;
}

/** The text of every such element. */
export const textsOf = (element: string, xml: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
