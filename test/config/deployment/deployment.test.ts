import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readStages } from '../../../lib/config/deployment/stages.ts';

function readDeployment(name: string, written: object) {
  const [stage] = readStages({ stages: { [name]: written } }, {});
  return stage?.settings;
}

const page = readFileSync(new URL('../../../docs/deploying.md', import.meta.url), 'utf8');
const documented = [...page.matchAll(/```json\n(\s*"stages": .*?)```/gs)].map(([, text = '']) => `{${text}}`);

describe('the settings of a deployment', () => {
  it.each(documented)('can be those of its page: %s', (text) => {
    expect(readStages(JSON.parse(text), {}).length).toBeGreaterThan(0);
  });

  it('can be those of its page for RunPod', () => {
    expect(documented.filter((text) => text.includes('"runpod"'))).toHaveLength(1);
  });

  it('have defaults', () => {
    expect(readDeployment('Spendwatch', {})).toEqual({
      amazonQButtons: false,
      viewerKey: '/spendwatch/viewer-key',
      editorKey: '/spendwatch/editor-key',
      subscriptions: [],
      subscribedElsewhere: false,
      tags: {},
      terminationProtection: false,
      routes: [],
      shards: 1,
      requestsPerMinute: 600,
      memory: 512,
      reserveConcurrency: true,
      metrics: false,
      keepLedger: true,
      logRetention: 30,
      logLevel: 'info',
    });
  });

  it('are read the same from text and from values', () => {
    const text = { shards: '4', keepLedger: 'false', reserveConcurrency: 'true' };
    expect(readDeployment('Spendwatch', text)).toEqual(
      readDeployment('Spendwatch', { shards: 4, keepLedger: false, reserveConcurrency: true }),
    );
  });

  it.each([
    [{ shard: 2 }, 'Spendwatch.shard is not a setting; did you mean shards?'],
    [{ shards: 0 }, 'Spendwatch.shards '],
    [{ shards: 'many' }, 'Spendwatch.shards must be a whole number from 1 to 64'],
    [{ memory: 512.5 }, 'Spendwatch.memory must be a whole number from 256 to 10240'],
    [{ memory: '512.5' }, 'Spendwatch.memory must be a whole number from 256 to 10240'],
    [{ prometheus: { machine: 'host' } }, 'Spendwatch.prometheus.url must look like https://host'],
    [{ logLevel: 'fatal' }, 'Spendwatch.logLevel must be one of info, warn, error'],
    [{ keepLedger: 'no' }, 'Spendwatch.keepLedger must be true or false'],
    [{ cloudUrl: 'http://api.example.com' }, 'Spendwatch.cloudUrl must look like https://host'],
    [{ subscriptions: [{ to: 'ops' }] }, 'Spendwatch.subscriptions.0.to must be an e-mail address'],
    [{ viewerKey: 'a key' }, 'Spendwatch.viewerKey must be the name of an SSM parameter'],
    [
      { routes: [{ to: 'slack', url: 'https://hooks.slack.com/x y' }] },
      'Spendwatch.routes.0.url must be the name of an SSM',
    ],
    [{ routes: [{ to: 'webhook', url: '/routes/hook' }] }, 'Spendwatch.routes.0.secret '],
    [{ routes: [{ to: 'sns' }] }, 'Spendwatch.routes.0.name '],
    [{ routes: [{ to: 'slack', name: 'On Call', url: '/a' }] }, 'Spendwatch.routes.0.name must be a name'],
    [{ shards: 8, requestsPerMinute: 4 }, 'Spendwatch.requestsPerMinute is divided among the shards'],
  ])('are refused when they are %j', (written, message) => {
    expect(() => readDeployment('Spendwatch', written)).toThrow(message);
  });
});
