import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials } from '../lib/infra/release/bill-of-materials.ts';
import { type BuiltFunctions, readBuiltFunctions } from '../lib/infra/release/built-functions.ts';
import { releaseStage, sha256 } from '../lib/infra/release/release-stage.ts';

// Builds the files for a deployment of a stage without the CDK, in `release` or a given folder: a template, its zips, a
// bill of materials, and a list of digests. Equal sources, settings, policy and packages give equal bytes.

// `npm run` starts in the folder of the package, wherever it was called.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cdk: { type: 'string', default: 'cdk.json' },
    out: { type: 'string', default: 'release' },
  },
});

// Not awaited at the top, which CommonJS does not have.
builtFunctions()
  .then(writeRelease)
  .catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });

/** Returns the functions: built now in a checkout, and ahead in a package. */
async function builtFunctions(): Promise<BuiltFunctions> {
  const source = join(import.meta.dirname, 'build-release.ts');
  if (!existsSync(source)) return readBuiltFunctions(join(import.meta.dirname, '../functions'));
  // Named at run time, so that a package does not hold the bundler.
  const { buildForRelease } = await import(source);
  return buildForRelease();
}

function writeRelease({ folder, packages, bill }: BuiltFunctions): void {
  const { template, zips } = releaseStage(readFileSync(values.cdk, 'utf8'), positionals[0], folder);
  const bundled = new Set([...zips.keys()].flatMap((name) => packages[name] ?? []));
  const json = (value: object) => `${JSON.stringify(value, null, 1)}\n`;
  const files = new Map<string, string | Uint8Array>([
    ...[...zips.values()].map(({ file, content }) => [file, content] as const),
    ['spendwatch.template.json', json(template)],
    ['spendwatch.cdx.json', json(billOfMaterials(bill, bundled))],
  ]);
  const digests = [...files].map(([file, content]) => `${sha256(content)}  ${file}\n`);
  rmSync(values.out, { recursive: true, force: true });
  mkdirSync(values.out, { recursive: true });
  for (const [file, content] of [...files, ['SHA256SUMS', digests.join('')] as const])
    writeFileSync(join(values.out, file), content);
}
