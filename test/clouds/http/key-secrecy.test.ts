import { describe, expect, it } from 'vitest';
import { getVm, listVms, stopVm } from '../../../lib/clouds/compute/contract/vms.ts';
import type { WireVm } from '../../../lib/clouds/compute/wire/vm.ts';
import { hideKey, redactNestedApiKey } from '../../../lib/clouds/http/hide-key.ts';
import { ProjectId, VmId } from '../../../lib/model/ids.ts';
import { milliseconds } from '../../../lib/model/time/time.ts';
import { secretKey } from '../../support/api-key.ts';
import { betraysKey, watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { answer, type Behaviour, deserted, rudeService } from '../../support/rude-service.ts';

const projectId = ProjectId.parse('ml-infra');
const vm = { projectId, id: VmId.parse('train-7b') };
const header = `Authorization: Bearer ${secretKey}`;

/** Services that repeat the key in every possible place. */
const tattlers: ReadonlyArray<readonly [string, Behaviour]> = [
  ['the message', (response) => answer(response, 401, { code: 401, message: `no such key: ${secretKey}` })],
  [
    'a message that would be cut within the key',
    (response) => answer(response, 403, { message: `${'x'.repeat(190)}${secretKey}` }),
  ],
  [
    'the reason',
    (response) =>
      answer(response, 400, {
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: secretKey }],
      }),
  ],
  ['an error page', (response) => response.writeHead(502).end(`<pre>${header}</pre>`)],
  ['a web page sent as a success', (response) => response.writeHead(200).end(`<pre>${header}</pre>`)],
  ['truncated JSON', (response) => response.writeHead(200).end(`{"echo":"${header}`)],
  [
    'a redirect',
    (response) => response.writeHead(302, { location: `https://x.example/?k=${secretKey}` }).end(),
  ],
  [
    'a redirect, encoded',
    (response) =>
      response.writeHead(302, { location: `https://x.example/?k=${encodeURIComponent(secretKey)}` }).end(),
  ],
  [
    'the name of a field',
    (response) => answer(response, 200, { VM: { id: 5, metadata: { [secretKey]: 1 } } }),
  ],
  ['something that is not HTTP', (response) => response.socket?.end(`${header}\r\n\r\n`)],
  [
    'headers larger than any should be',
    (response) => answer(response, 200, {}, { echo: header.repeat(400) }),
  ],
  ['half a reply', (response) => response.writeHead(200).write(header, () => response.destroy())],
];

describe('the key', () => {
  // What is thrown and logged is searched by `watchedCloud` when the test is over, as in every other test of the client.
  it.each(tattlers)('is in nothing thrown or logged when the service repeats it in %s', async (_, behave) => {
    const { url } = await rudeService(behave);
    const { cloud, failure } = watchedCloud(url);
    expect(betraysKey(await failure(cloud.call(getVm, vm)))).toBe(false);
  });

  it('is in no error of a connection', async () => {
    const silent = await rudeService(() => {});
    for (const url of [await deserted(), silent.url]) {
      const { cloud, failure } = watchedCloud(url, { timeouts: { attempt: milliseconds(30) } });
      expect(betraysKey(await failure(cloud.call(stopVm, vm)))).toBe(false);
    }
  });

  it('is in no flaw', async () => {
    const { url } = await rudeService((response) =>
      answer(response, 200, {
        VMs: [
          { id: secretKey, vcpus: {} },
          { id: 'b', metadata: { [secretKey]: 1 } },
        ],
      }),
    );
    const { items, flaws } = await watchedCloud(url).cloud.list(listVms, { projectId });
    expect(flaws).toHaveLength(2);
    expect(betraysKey([flaws, items.map(({ unreadable }: WireVm) => unreadable)])).toBe(false);
  });

  const letters = [...secretKey];
  it.each([
    ['as it is', secretKey],
    ['with its slashes escaped', secretKey.replaceAll('/', '\\/')],
    ['with one letter escaped', `\\u00${letters[0]?.charCodeAt(0).toString(16)}${letters.slice(1).join('')}`],
    [
      'with every letter escaped',
      letters.map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join(''),
    ],
  ])('is in no fact that is read from JSON, which has it %s', async (_, written) => {
    const vm = `{"id":"${written}","metadata":{"a ${written}":"b","c":"a ${written}"},"vcpus":4}`;
    const { url } = await rudeService((response) => response.writeHead(200).end(`{"VMs":[${vm}]}`));
    const { items } = await watchedCloud(url).cloud.list(listVms, { projectId });
    expect(JSON.stringify(items)).not.toContain(secretKey);
    expect(items).toMatchObject([{ id: '[redacted]', metadata: { 'a [redacted]': 'b', c: 'a [redacted]' } }]);
  });

  it('is hidden however deep a reply is nested', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}"${secretKey}"${']'.repeat(100_000)}`);
    const hidden = redactNestedApiKey(deep, secretKey, hideKey(secretKey));
    let inner: unknown = hidden;
    while (Array.isArray(inner)) inner = inner[0];
    expect(inner).toBe('[redacted]');
  });
});
