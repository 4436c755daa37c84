import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { buildPage } from '../lib/dashboard/build-page.ts';
import { buildFunctions } from './build-functions.ts';

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
const { script, style } = await buildPage();
await Promise.all([
  writeFile(join(dist, 'page/main.js'), script),
  writeFile(join(dist, 'page/page.css'), style),
  copyFile(join(top, 'lib/demo/demo.yaml'), join(dist, 'demo.yaml')),
  copyFile(join(top, 'lib/observe/push/agent.sh'), join(dist, 'agent.sh')),
  build({
    entryPoints: [join(top, 'bin/spendwatch.ts')],
    outdir: dist,
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
]);
// Prebuilt, since showing the help would load all commands.
const help = execFileSync(process.execPath, [join(dist, 'spendwatch.js'), '--help'], {
  encoding: 'utf8',
  env: { ...process.env, npm_command: 'run' },
});
await writeFile(join(dist, 'help.txt'), help.replaceAll('npx --no-install spendwatch', 'spendwatch'));
buildFunctions(join(dist, 'functions'));
await buildConstruct(join(dist, 'cdk'));

/** Builds the construct, which CommonJS and ES modules can both load, and its types. */
async function buildConstruct(folder: string): Promise<void> {
  const source = join(top, 'lib/infra/spendwatch.ts');
  await build({
    entryPoints: [source],
    outdir: folder,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    define: { 'import.meta.dirname': '__dirname' },
    external: ['aws-cdk-lib', 'constructs'],
  });
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
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}
