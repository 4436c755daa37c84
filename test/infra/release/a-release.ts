import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { checkout } from '../a-stack.ts';

const execute = promisify(execFile);
export type Released = ReadonlyMap<string, Buffer>;

/** Makes a release of a stage with these settings, and returns its files by name. */
export async function released(settings: object, env: NodeJS.ProcessEnv = {}): Promise<Released> {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-release-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [cdk, out] = [join(folder, 'cdk.json'), join(folder, 'release')];
  writeFileSync(cdk, JSON.stringify({ context: { stages: { Spendwatch: settings } } }));
  const release = ['--import', 'tsx', join(checkout, 'bin/release.ts'), '--cdk', cdk, '--out', out];
  await execute(process.execPath, release, { cwd: checkout, env: { ...process.env, ...env } });
  return new Map(readdirSync(out).map((file) => [file, readFileSync(join(out, file))]));
}

export const templateIn = (release: Released) =>
  JSON.parse(release.get('spendwatch.template.json')?.toString() ?? '{}');
