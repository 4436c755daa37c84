import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials, packagesIn } from '../lib/infra/release/bill-of-materials.ts';
import { releaseStage, sha256 } from '../lib/infra/release/release-stage.ts';
import { buildFunctions } from './build-functions.ts';

// Builds the files for a deployment of a stage without the CDK, in `release` or a given folder: a template, its zips, a
// bill of materials, and a list of digests. Equal sources, settings, policy and packages give equal bytes.
const top = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cdk: { type: 'string', default: join(top, 'cdk.json') },
    out: { type: 'string', default: join(top, 'release') },
  },
});

// Source maps contain paths relative to this folder, which are the same in every checkout.
const functions = join(top, 'dist/functions');
const { outputs } = buildFunctions(functions);
const { template, zips } = releaseStage(readFileSync(values.cdk, 'utf8'), positionals[0], functions);
const bundled = [...zips.keys()].flatMap((name) =>
  Object.keys(outputs[`dist/functions/${name}/index.js`]?.inputs ?? {}),
);
const json = (value: object) => `${JSON.stringify(value, null, 1)}\n`;
const npm = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const installed = JSON.parse(execFileSync('npm', npm, { cwd: top, encoding: 'utf8', maxBuffer: 2 ** 26 }));

const files = new Map<string, string | Uint8Array>([
  ...[...zips.values()].map(({ file, content }) => [file, content] as const),
  ['spendwatch.template.json', json(template)],
  ['spendwatch.cdx.json', json(billOfMaterials(installed, packagesIn(bundled, top)))],
]);
const digests = [...files].map(([file, content]) => `${sha256(content)}  ${file}\n`);
rmSync(values.out, { recursive: true, force: true });
mkdirSync(values.out, { recursive: true });
for (const [file, content] of [...files, ['SHA256SUMS', digests.join('')] as const])
  writeFileSync(join(values.out, file), content);
