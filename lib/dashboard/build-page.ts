import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const sources = ['browser/main.tsx', 'browser/styles/page.css'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Builds the page's script and style from their sources. */
export async function buildPage(): Promise<{ readonly script: Uint8Array; readonly style: Uint8Array }> {
  const { outputFiles } = await build({
    entryPoints: sources,
    bundle: true,
    minify: true,
    write: false,
    outdir: 'page',
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    // The tsconfig of the current folder must not apply.
    tsconfigRaw: {},
  });
  const made = (ending: string): Uint8Array => {
    const file = outputFiles.find(({ path }) => path.endsWith(ending));
    if (file === undefined) throw new Error(`esbuild made no ${ending}`);
    return file.contents;
  };
  return { script: made('.js'), style: made('.css') };
}
