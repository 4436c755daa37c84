import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Manifest = z.object({ version: z.string() });

/** The version of spendwatch, as package.json has it. */
export function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return Manifest.parse(JSON.parse(manifest)).version;
}
