/**
 * Values that stand for parameters while the stack is synthesized: each is valid where it is checked, and occurs nowhere
 * else in the template.
 */
const ownSamples: Readonly<Record<string, string>> = {
  ApiKeysKey: 'arn:aws:kms:xx-other-1:000000000000:key/given-ApiKeysKey',
  CloudUrl: 'https://given/CloudUrl',
  DashboardUrl: 'https://given/DashboardUrl',
  Email: 'Email@given.example',
  PolicyObject: 'given-bucket/PolicyObject',
  PrometheusMachine: 'given_PrometheusMachine',
  PrometheusProject: 'given_PrometheusProject',
  PrometheusUrl: 'https://given/PrometheusUrl',
  PrometheusWorkspace: 'ws-given',
  SecurityGroupIds: 'sg-given',
  SubnetIds: 'subnet-given',
  TableKey: 'arn:aws:kms:xx-other-1:000000000000:key/given-TableKey',
};
/** The samples of `Memory` and of `LogRetention`, the numbers that the template holds as such. */
export const sampleMemory = 1_537;
export const sampleRetention = 3_288;
export const sampleRegion = 'xx-given-1';
/** The id of the stack while it is synthesized, with which names begin that the construct makes. */
export const sampleStack = 'Released';
const sampleName = 'given-stack-name';

/** Returns the text that stands for a parameter. Most are names of SSM parameters. */
export const sampleOf = (parameter: string): string => ownSamples[parameter] ?? `/given/${parameter}`;

/** The last part of the id of the stack, 36 characters that no other stack has. */
const ownId = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
const hash = '[0-9A-F]{8}';
/** The name of a group of schedules, which may have 64 characters. */
const groupName = new RegExp(`^${sampleStack}-([\\w-]+)-Group-${hash}$`);
/** The name of a bus, and the name of the deployment, which is part of others. */
const busName = new RegExp(`^${sampleStack}Spendwatch(\\w+)${hash}$`);
const deploymentName = new RegExp(`${sampleStack}-Spendwatch-${hash}`, 'g');

/** Returns a text in which names that the construct makes differ between the stacks of a template. */
function named(text: string): object | string {
  const [, group] = groupName.exec(text) ?? [];
  if (group !== undefined) return { 'Fn::Sub': [`${group}-\${Id}`, { Id: ownId }] };
  return text.replace(busName, `${sampleName}-$1`).replaceAll(deploymentName, sampleName);
}

/**
 * Returns a template with its samples replaced by their parameters.
 * @param variables what environment variables hold whatever the stack was synthesized with, by their names
 * @throws Error for a sample that is left, such as one that the construct has changed.
 */
export function withParameters(
  template: object,
  parameters: readonly string[],
  variables: Readonly<Record<string, object>>,
): object {
  const samples = new Map([
    ...parameters.map((name) => [sampleOf(name), name] as const),
    [sampleRegion, 'AWS::Region'] as const,
    [sampleName, 'AWS::StackName'] as const,
  ]);
  const longestFirst = [...samples.keys()].toSorted((a, b) => b.length - a.length);
  const anySample = new RegExp(`(${longestFirst.map(escaped).join('|')})`);
  const referring = (own: string): unknown => {
    const text = named(own);
    if (typeof text === 'object') return text;
    if (!anySample.test(text)) return text;
    const parts = text.split(anySample).filter((part) => part !== '');
    const [only = ''] = parts;
    if (parts.length === 1) return { Ref: samples.get(only) };
    return {
      'Fn::Sub': parts
        .map((part) => (samples.has(part) ? `\${${samples.get(part)}}` : part.replaceAll('${', () => '${!')))
        .join(''),
    };
  };
  const result = JSON.parse(JSON.stringify(template), (key, value) => {
    const variable = variables[key];
    if (variable !== undefined) return variable;
    if (value === sampleMemory) return { Ref: 'Memory' };
    if (value === sampleRetention) return { Ref: 'LogRetention' };
    if (typeof value === 'string') return referring(value);
    return Array.isArray(value) ? listed(value) : value;
  });
  const [left] = /(?<![A-Za-z])(given|Released)[^"]*/.exec(JSON.stringify(result)) ?? [];
  if (left !== undefined) throw new Error(`no parameter takes the place of ${left}`);
  return result;
}

/** Returns the list that a parameter holds, in place of a list of its one sample. */
const listed = (values: readonly unknown[]): unknown => {
  const [only] = values;
  const isList = ['SubnetIds', 'SecurityGroupIds'].some(
    (Ref) => JSON.stringify(only) === JSON.stringify({ Ref }),
  );
  return isList ? { 'Fn::Split': [',', only] } : values;
};

const escaped = (text: string): string => text.replaceAll(/[./-]/g, '\\$&');
