import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the folder of spendwatch's package: above the sources in a checkout, and above the built files elsewhere. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
