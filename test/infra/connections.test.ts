import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { readBuiltConnections } from '../../lib/config/deployment/built-connections.ts';
import type { Environment } from '../../lib/config/settings/environment.ts';
import { readConnectedSettings } from '../../lib/config/settings/settings.ts';
import { type AddedFiles, codeContext, type FunctionCode } from '../../lib/infra/function-code.ts';
import { addStages, SpendwatchStack, type SpendwatchStackProps } from '../../lib/infra/stages.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { policy, rightsOf, variablesOf, withoutCode } from './a-stack.ts';

const research = {
  name: 'research',
  address: 'https://research.example.com',
  viewerKey: '/keys/research-viewer',
  editorKey: '/keys/research-editor',
  requestsPerMinute: 300,
};
const unnamed = { address: 'https://api.example.com', viewerKey: '/keys/viewer', editorKey: '/keys/editor' };
const connections = [research, unnamed];

/** Synthesizes a stack, and notes the files that it adds to the code of each function. */
function withFiles(overrides: Partial<SpendwatchStackProps>) {
  const files = new Map<string, AddedFiles>();
  const codeOf: FunctionCode = (scope, name, added) => {
    files.set(name, added);
    return Code.fromBucketV2(Bucket.fromBucketName(scope, 'Code', 'releases'), `${name}.zip`);
  };
  const app = new App({ context: { [codeContext]: codeOf } });
  const stack = new SpendwatchStack(app, 'Spendwatch', { policy, ...overrides });
  return { files, template: Template.fromStack(stack) };
}

const parametersOf = (template: Template, leg: string): readonly string[] =>
  rightsOf(template, leg)
    .filter(({ Action }) => Action === 'ssm:GetParameter')
    .flatMap(({ Resource }) => JSON.stringify(Resource).match(/keys\/[\w-]+/g) ?? []);

describe('a deployment of several connections', () => {
  const { template, files } = withFiles({ connections });

  it('lets each function read the keys for its own purpose, and no others', () => {
    expect(parametersOf(template, 'Watch')).toEqual(['keys/research-viewer', 'keys/viewer']);
    expect(parametersOf(template, 'Act')).toEqual(['keys/research-editor', 'keys/editor']);
  });

  it.each(['Watch', 'Act'])('gives %s its connections in a file, from which it reads settings', (leg) => {
    const variables = Object.entries(variablesOf(template, leg)).flatMap(([name, value]) =>
      name.startsWith('SPENDWATCH_') ? [[name, typeof value === 'string' ? value : 'ledger'] as const] : [],
    );
    const set: Environment = { ...Object.fromEntries(variables), SPENDWATCH_TOPIC_ARN: '' };
    const added = files.get(leg.toLowerCase()) ?? {};
    expect(Object.keys(added)).toEqual(['policy.json', 'connections.json']);
    const listed = readBuiltConnections(added[String(set['SPENDWATCH_SETTINGS'])] ?? '');
    expect(readConnectedSettings(set, listed).connections).toEqual([
      {
        name: 'research',
        cloud: 'compute',
        address: 'https://research.example.com',
        key: { kind: 'parameter', name: '/keys/research-viewer' },
        actionKey: { kind: 'parameter', name: '/keys/research-editor' },
        requestsPerMinute: 300,
        requestsInFlight: 32,
      },
      expect.objectContaining({ name: null, address: 'https://api.example.com', requestsPerMinute: 600 }),
    ]);
  });

  it('needs no address, and warns of who can read each key that may stop machines', () => {
    expect(template.findParameters('CloudUrl')).toEqual({});
    expect(JSON.stringify(template.findOutputs('*'))).toContain('/keys/research-editor, /keys/editor');
  });

  it('warns where a connection has only one key', () => {
    const { editorKey: _, ...one } = research;
    const shared = withFiles({ connections: [one, unnamed] }).template;
    expect(JSON.stringify(shared.findOutputs('*'))).toContain('/keys/research-viewer is the only API key');
    expect(parametersOf(shared, 'Act')).toEqual(['keys/research-viewer', 'keys/editor']);
  });

  it('reads them from a settings file, as one machine does', () => {
    const file = temporaryFile(
      'settings.yaml',
      `connections:
  - name: research
    address: https://research.example.com
    viewer-key: ssm:/keys/research-viewer
    editor-key: ssm:/keys/research-editor
    requests-per-minute: 300
  - address: https://api.example.com
    viewer-key: ssm:/keys/viewer
    editor-key: ssm:/keys/editor
`,
      afterAll,
    );
    const { policy: _, ...read } = { policy, settings: file };
    const fromFile = withFiles(read);
    expect(fromFile.template.toJSON()).toEqual(template.toJSON());
    expect(fromFile.files).toEqual(files);
    const app = new App({ context: { stages: { Spendwatch: { policy, settings: file } }, ...withoutCode } });
    const [stack] = addStages(app, {});
    expect(stack?.templateOptions.metadata).toMatchObject({
      settings: { connections: [{ name: 'research', viewerKey: '/keys/research-viewer' }, {}] },
    });
  });

  it.each([
    ['a name twice', [research, research], 'connections.1.name is also the name of connections[0]'],
    ['no connection', [], 'connections lists no connection'],
    [
      'an unknown cloud',
      [{ ...research, cloud: 'azure' }],
      'connections.0.cloud must be a cloud that spendwatch knows: compute, runpod',
    ],
  ])('is refused with %s', (_, listed, message) => {
    expect(() => Reflect.apply(withFiles, null, [{ connections: listed }])).toThrow(message);
  });

  it.each([
    ['cloudUrl', 'https://api.example.com'],
    ['viewerKey', '/keys/viewer'],
    ['editorKey', '/keys/editor'],
    ['onlyKey', '/keys/only'],
    ['requestsPerMinute', 300],
  ])('is refused with %s beside the list, which would have no effect', (setting, value) => {
    expect(() => withFiles({ connections, [setting]: value })).toThrow(
      `${setting} applies to a single, unnamed connection: set it under connections instead`,
    );
  });

  it.each([
    [
      'a key in it',
      'connections:\n  - viewer-key: sk-live-Zm9yYmlkZGVu7F3a9k2L\n',
      ':2 holds what looks like a key or a secret',
    ],
    [
      'a key in a file, which no function has',
      'connections:\n  - address: https://a.example.com\n    viewer-key: file:a.key\n',
      ':3 connections[0].viewer-key must be the name of an SSM parameter, such as /spendwatch/viewer-key',
    ],
    [
      'a setting of one machine',
      'data: .spendwatch\n',
      ':1 data is a setting for running on one machine, and not of a deployment',
    ],
    ['a misspelled setting', 'connection: []\n', ':1 connection is not a setting; did you mean connections?'],
  ])('refuses a settings file with %s, and names the line', (_, text, message) => {
    const file = temporaryFile('settings.yaml', text);
    expect(() => withFiles({ settings: file })).toThrow(`${file}${message}`);
  });

  it('refuses a settings file that is not there', () => {
    expect(() => withFiles({ settings: './nowhere.yaml' })).toThrow(
      'settings must be the path of an existing file, not ./nowhere.yaml',
    );
  });
});
