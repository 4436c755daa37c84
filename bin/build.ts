import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { buildPage } from '../lib/dashboard/build-page.ts';
import { writeBuiltFunctions } from '../lib/infra/release/built-functions.ts';
import { licencesFile, thirdPartyLicences } from '../lib/infra/release/third-party-licences.ts';
import { buildForRelease } from './build-release.ts';

// Builds the content of the package in `dist`: the command line in parts, of which a command loads those that it needs,
// the dashboard's page, the Lambda functions, and the CDK construct with its types.
const top = join(import.meta.dirname, '..');
const dist = join(top, 'dist');

/** Adds file extensions to the modules that dynalite loads by name, so that the bundler finds them. */
const dynaliteByName: Plugin = {
  name: 'dynalite-by-name',
  setup({ onLoad }) {
    onLoad({ filter: /dynalite[\\/]index\.js$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8');
      return { contents: contents.replace(/(require\('\.\/\w+\/' \+ action)\)/g, "$1 + '.js')") };
    });
  },
};

await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, 'page'), { recursive: true });
const { script, style, inputs: ofPage } = await buildPage();
const [{ metafile }] = await Promise.all([
  build({
    entryPoints: [join(top, 'bin/spendwatch.ts')],
    outdir: dist,
    absWorkingDir: top,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    // Names and lines stay readable in stack traces: smaller files do not start faster.
    legalComments: 'linked',
    plugins: [dynaliteByName],
    // The package's one dependency, which has native code, and a tool that only a checkout uses.
    external: ['classic-level', 'esbuild'],
    // Packages in CommonJS load Node's modules with `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
  }),
  writeFile(join(dist, 'page/main.js'), script),
  writeFile(join(dist, 'page/page.css'), style),
  copyFile(join(top, 'lib/demo/demo.yaml'), join(dist, 'demo.yaml')),
  copyFile(join(top, 'lib/observe/push/agent.sh'), join(dist, 'agent.sh')),
]);
// Prebuilt, since showing the help would load all commands.
const help = execFileSync(process.execPath, [join(dist, 'spendwatch.js'), '--help'], {
  encoding: 'utf8',
  env: { ...process.env, npm_command: 'run' },
});
await writeFile(join(dist, 'help.txt'), help.replaceAll('npx --no-install spendwatch', 'spendwatch'));
writeBuiltFunctions(buildForRelease());
const ofConstruct = await buildConstruct(join(dist, 'cdk'));
const ofRelease = await buildForCdk(join(top, 'bin/release.ts'), join(dist, 'release'), { minify: true });
// Those of the functions stand beside each.
const inputs = [...Object.keys(metafile.inputs), ...ofPage, ...ofConstruct, ...ofRelease];
await writeFile(join(dist, licencesFile), thirdPartyLicences(inputs, top));

/** Bundles a module that needs the CDK of an app, for CommonJS and ES modules alike, and returns its inputs. */
async function buildForCdk(
  source: string,
  folder: string,
  { minify }: { readonly minify: boolean } = { minify: false },
): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [source],
    outdir: folder,
    absWorkingDir: top,
    metafile: true,
    bundle: true,
    minify,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    define: { 'import.meta.dirname': '__dirname' },
    external: ['aws-cdk-lib', 'constructs'],
  });
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  return Object.keys(metafile.inputs);
}

/** Builds the construct and its types, and returns its inputs. */
async function buildConstruct(folder: string): Promise<readonly string[]> {
  const source = join(top, 'lib/infra/spendwatch.ts');
  const inputs = await buildForCdk(source, folder);
  const types = await mkdtemp(join(tmpdir(), 'spendwatch-types-'));
  const options =
    '--ignoreConfig --declaration --emitDeclarationOnly --noCheck --strict --skipLibCheck --types node';
  const modules = '--module nodenext --target es2023 --rewriteRelativeImportExtensions';
  const tsc = join(top, 'node_modules/typescript/bin/tsc');
  const places = ['--rootDir', join(top, 'lib'), '--outDir', types, source];
  execFileSync(process.execPath, [tsc, ...`${options} ${modules}`.split(' '), ...places], { cwd: top });
  for (const name of ['spendwatch', 'spendwatch-props']) {
    const declared = await readFile(join(types, `infra/${name}.d.ts`), 'utf8');
    await writeFile(join(folder, `${name}.d.ts`), declared.replaceAll(".ts';", ".js';"));
  }
  await rm(types, { recursive: true });
  return inputs;
}
