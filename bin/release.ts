import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPolicy } from '../lib/config/policy/read-policy.ts';
import { billOfMaterials, packagesIn } from '../lib/infra/release/bill-of-materials.ts';
import { templateOf } from '../lib/infra/release/template.ts';
import { sha256, zipFunctions } from '../lib/infra/release/zips.ts';
import { buildFunctions } from './build-functions.ts';

// Builds the files for a deployment without the CDK, in `release` or a given folder: a template, its zips, a bill of
// materials, and a list of digests. Equal sources, policy and packages give equal bytes.
const top = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    policy: { type: 'string', default: join(top, 'docs/spendwatch.example.yaml') },
    out: { type: 'string', default: join(top, 'release') },
  },
});

const text = readFileSync(values.policy, 'utf8');
/** Returns the policy in a mode, which the template's parameter chooses. */
const inMode = (mode: string) => {
  const line = `mode: ${mode}`;
  return readPolicy(
    /^mode:.*$/m.test(text) ? text.replace(/^mode:.*$/m, line) : `${line}\n${text}`,
    values.policy,
  );
};

// Source maps contain paths relative to this folder, which are the same in every checkout.
const functions = join(top, 'dist/functions');
const { outputs } = buildFunctions(functions);
const made = zipFunctions(functions, { observe: inMode('observe'), enforce: inMode('enforce') });
const template = templateOf(values.policy, made);
/** The zips that the template uses: a policy without a digest needs no function to send one. */
const zips = [...made].filter(([, { file }]) => JSON.stringify(template).includes(file));
const bundled = zips.flatMap(([name]) =>
  Object.keys(outputs[`dist/functions/${name}/index.js`]?.inputs ?? {}),
);
const json = (value: object) => `${JSON.stringify(value, null, 1)}\n`;
const npm = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const installed = JSON.parse(execFileSync('npm', npm, { cwd: top, encoding: 'utf8', maxBuffer: 2 ** 26 }));

const files = new Map<string, string | Uint8Array>([
  ...zips.map(([, { file, content }]) => [file, content] as const),
  ['spendwatch.template.json', json(template)],
  ['spendwatch.cdx.json', json(billOfMaterials(installed, packagesIn(bundled, top)))],
]);
const digests = [...files].map(([file, content]) => `${sha256(content)}  ${file}\n`);
rmSync(values.out, { recursive: true, force: true });
mkdirSync(values.out, { recursive: true });
for (const [file, content] of [...files, ['SHA256SUMS', digests.join('')] as const])
  writeFileSync(join(values.out, file), content);
