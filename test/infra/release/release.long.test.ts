import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStack, reportingPolicy } from '../a-stack.ts';
import { type Released, released, templateIn } from './a-release.ts';

const names = ['act', 'alarm', 'answer', 'digest', 'push', 'watch'];

describe('a release', () => {
  /** Settings with which every function is there. */
  const settings = {
    policy: reportingPolicy(),
    cloudUrl: 'https://api.example.com',
    viewerKey: '/keys/viewer',
    editorKey: '/keys/editor',
    pushSecret: '/keys/push',
    answerSecret: '/keys/answer',
  };
  let release: Released;
  beforeAll(async () => {
    release = await released(settings, { TZ: 'Asia/Kolkata', LANG: 'C' });
  });
  const zipOf = (name: string) => {
    const [[file, content] = ['', Buffer.of()], ...others] = [...release].filter(([file]) =>
      file.startsWith(`${name}.`),
    );
    expect(others).toEqual([]);
    return { file, entries: unzipSync(content) };
  };

  it('is the same to the last byte, wherever and whenever it is made', async () => {
    const again = await released(settings, { TZ: 'America/Lima', LANG: 'de_DE.UTF-8' });
    expect([...again.keys()]).toEqual([...release.keys()]);
    expect([...again].filter(([file, content]) => !content.equals(release.get(file) ?? Buffer.of()))).toEqual(
      [],
    );
  });

  it('lists the digest of every other file', () => {
    const lines = release.get('SHA256SUMS')?.toString().trim().split('\n') ?? [];
    const listed = new Map(lines.map((line) => line.split('  ').toReversed() as [string, string]));
    for (const [file, content] of release)
      if (file !== 'SHA256SUMS')
        expect(listed.get(file)).toBe(createHash('sha256').update(content).digest('hex'));
    expect(listed.size).toBe(release.size - 1);
  });

  it('holds the code that its template names, with the policy', () => {
    const template = JSON.stringify(templateIn(release));
    for (const name of names) {
      const { file, entries } = zipOf(name);
      expect(template).toContain(`[{"Ref":"ArtifactPrefix"},"${file}"]`);
      const code = ['index.js', 'index.js.map', 'LICENSES.txt'];
      expect(Object.keys(entries)).toEqual(
        ['alarm', 'push'].includes(name) ? code : [...code, 'policy.json'],
      );
    }
  });

  it('has the resources of the stage, and its only parameters are the location of its code', () => {
    const { Parameters, Resources, ...template } = templateIn(release);
    expect(Object.keys(Parameters)).toEqual(['ArtifactBucket', 'ArtifactPrefix']);
    const withoutCode = (resources: unknown) =>
      JSON.parse(JSON.stringify(resources), (key, value) => (key === 'Code' ? null : value));
    const direct = aStack(settings).template.toJSON();
    expect(withoutCode(Resources)).toEqual(withoutCode(direct['Resources']));
    expect(template).toMatchObject({ Outputs: direct['Outputs'] });
    expect(JSON.stringify(template)).not.toMatch(/cdk-hnb659fds|BootstrapVersion/);
    expect(release.get('spendwatch.template.json')?.length).toBeLessThan(1_000_000);
  });

  it('holds the licences of the packages in each zip', () => {
    const text = Buffer.from(zipOf('watch').entries['LICENSES.txt'] ?? []).toString();
    for (const name of ['zod', 'decimal.js', 'undici']) expect(text).toMatch(new RegExp(`^${name}@\\d`, 'm'));
    expect(text).toContain('Permission is hereby granted, free of charge');
  });

  it('lists in CycloneDX the packages that the code is made of, and no other', () => {
    const bill = JSON.parse(release.get('spendwatch.cdx.json')?.toString() ?? '');
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'spendwatch' } } });
    const listed = bill.components.map(({ name }: { name: string }) => name);
    const maps = names.map((name) => zipOf(name).entries['index.js.map'] ?? []);
    const sources = maps.flatMap((map) => JSON.parse(Buffer.from(map).toString()).sources as string[]);
    const packages = sources.flatMap((path) => path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
    expect(listed).toEqual([...new Set(packages)].toSorted());
    for (const component of bill.components)
      expect(component).toMatchObject({
        purl: expect.stringMatching(/^pkg:npm/),
        hashes: [{ alg: 'SHA-512' }],
      });
  });
});
