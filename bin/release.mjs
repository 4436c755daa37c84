// Makes a release: by the build in a package, and by the sources in a checkout.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

if (existsSync(join(import.meta.dirname, 'release.ts'))) {
  const { register } = await import('tsx/esm/api');
  register();
  await import('./release.ts');
} else await import('../dist/release/release.js');
