import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { getVm } from '../../../lib/clouds/compute/contract/vms.ts';
import { openReading } from '../../../lib/clouds/http/reading.ts';
import { ProjectId, VmId } from '../../../lib/model/ids.ts';
import { watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { rudeService } from '../../support/rude-service.ts';

const vm = { projectId: ProjectId.parse('ml-infra'), id: VmId.parse('train-7b') };
const vmReply = JSON.stringify({ VM: { id: 'train-7b' } });

/** A cloud that answers everything with one compressed body. */
const compressing = async (body: string, encoding: string | string[] = 'gzip', status = 200) => {
  const { url, received } = await rudeService((response) =>
    response.setHeader('content-encoding', encoding).writeHead(status).end(gzipSync(body)),
  );
  return { ...watchedCloud(url), received };
};

describe('a reply compressed by gzip', () => {
  it.each(['gzip', 'GZIP', 'x-gzip'])('is read with the header %s', async (encoding) => {
    const { cloud, received } = await compressing(vmReply, encoding);
    expect(await cloud.call(getVm, vm)).toEqual({ VM: { id: 'train-7b' } });
    expect(received[0]?.headers['accept-encoding']).toBe('gzip');
  });

  it.each<[string, string | string[], string]>([
    ['<!DOCTYPE html><h1>Welcome</h1>', 'gzip', 'a web page, not JSON'],
    ['{"VM":{"id":"train', 'gzip', 'not complete JSON'],
    [vmReply, 'gzip, gzip', 'compressed with a method other than gzip'],
    [vmReply, ['gzip', 'br'], 'compressed with a method other than gzip'],
  ])('that cannot be expanded is an error with the reason: %j under %j', async (body, encoding, why) => {
    const { cloud, failure } = await compressing(body, encoding);
    const error = await failure(cloud.call(getVm, vm));
    expect(error).toMatchObject({ kind: 'contract', message: `getVm: the reply (200) is ${why}` });
  });

  it('is read for a refusal too', async () => {
    const refusal = JSON.stringify({ code: 7, status: 'PERMISSION_DENIED', message: 'ask ada' });
    const { cloud, failure } = await compressing(refusal, 'gzip', 403);
    expect(await failure(cloud.call(getVm, vm))).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('ask ada'),
    });
  });

  it('counts by its expanded size, also where it is too large for one reply', async () => {
    const bounds = { bytes: 15_000_000, pages: 20, resources: 1_000, records: 3_000 };
    const { cloud, failure, received } = await compressing(vmReply.padEnd(20_000_000));
    const reading = openReading('poll', bounds);
    const ask = async () => (await failure(cloud.call(getVm, vm, { reading }))).message;
    expect(await ask()).toBe('getVm: the reply is too large once expanded');
    expect(await ask()).toBe('getVm: too much to read: over 15 MB in one poll');
    expect(await ask()).toBe('getVm: too much to read: over 15 MB in one poll');
    expect(received).toHaveLength(2);

    const fitting = await compressing(vmReply.padEnd(8_000_000));
    const other = openReading('poll', bounds);
    await fitting.cloud.call(getVm, vm, { reading: other });
    expect(await fitting.failure(fitting.cloud.call(getVm, vm, { reading: other }))).toMatchObject({
      kind: 'too-much',
    });
  });
});
