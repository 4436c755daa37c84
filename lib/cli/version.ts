import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { packageFolder } from './package-folder.ts';

const Manifest = z.object({ version: z.string() });

/** Returns the version of spendwatch from package.json. */
export function version(): string {
  const manifest = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return Manifest.parse(JSON.parse(manifest)).version;
}
