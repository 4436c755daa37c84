import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const sources = ['browser/main.tsx', 'browser/styles/page.css'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

type Page = {
  readonly script: Uint8Array;
  readonly style: Uint8Array;
  /** The files that they are made of, from the folder of the package on. */
  readonly inputs: readonly string[];
};

/** Builds the page's script and style from their sources. */
export async function buildPage(): Promise<Page> {
  const { outputFiles, metafile } = await build({
    entryPoints: sources,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
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
  return { script: made('.js'), style: made('.css'), inputs: Object.keys(metafile.inputs) };
}
