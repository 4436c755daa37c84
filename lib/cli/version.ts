import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Manifest = z.object({ version: z.string() });

/** Returns the version of spendwatch from package.json. */
export function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return Manifest.parse(JSON.parse(manifest)).version;
}
