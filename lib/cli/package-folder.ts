import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';

/** Returns the folder of spendwatch's package: above the sources in a checkout, and above the built files elsewhere. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

const Manifest = z.object({ version: z.string() });

/** Returns the version of spendwatch from package.json. */
export function version(): string {
  const manifest = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return Manifest.parse(JSON.parse(manifest)).version;
}
