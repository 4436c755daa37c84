import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll } from 'vitest';
import type { FunctionName } from '../infra/bundles.ts';
import type { Released } from '../infra/release/a-release.ts';
import { makeBucket } from './cloudformation.ts';
import type { Moto } from './moto.ts';

/** The parameters that say where the zips of a published release are. */
export const published = { ArtifactBucket: 'releases', ArtifactPrefix: 'spendwatch/' };

/** Copies the zips of a release to a bucket, as `aws s3 cp` does. */
export async function publishRelease(moto: Moto, release: Released): Promise<void> {
  await makeBucket(moto, published.ArtifactBucket);
  const place = `/${published.ArtifactBucket}/${published.ArtifactPrefix}`;
  for (const [file, content] of release)
    if (file.endsWith('.zip')) await moto.request('s3', 'PUT', `${place}${file}`, content);
}

/** Unpacks the zips of a release, and returns where the code of each function is. */
export function unpacked(release: Released): (name: FunctionName) => string {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-release-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const [file, content] of release) {
    const [name = '', , zip] = file.split('.');
    if (zip !== 'zip') continue;
    mkdirSync(join(folder, name));
    for (const [entry, text] of Object.entries(unzipSync(content)))
      writeFileSync(join(folder, name, entry), text);
  }
  return (name) => join(folder, name.toLowerCase());
}
