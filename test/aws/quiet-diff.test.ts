import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundledStack } from '../infra/bundles.ts';

it('two syntheses of the same code and policy give the same template, bundles included, so that a diff is empty', () => {
  const [one, other] = [bundledStack(), bundledStack()];
  for (const { outdir } of [one, other]) rmSync(outdir, { recursive: true });
  expect(one.template.toJSON()).toEqual(other.template.toJSON());
});
