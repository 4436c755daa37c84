import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it.each(['act.ts', 'watch.ts'])(
  'the function in %s contains no mail library, since it never sends mail',
  async (file) => {
    const { metafile } = await build({
      entryPoints: [join(import.meta.dirname, '../../../functions', file)],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
    });
    const packages = Object.keys(metafile.inputs).flatMap(
      (input) => /node_modules\/([^/]+)/.exec(input)?.[1] ?? [],
    );
    expect(packages).toContain('undici');
    expect(packages).not.toContain('nodemailer');
  },
);
