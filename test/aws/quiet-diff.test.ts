import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundledStack } from '../infra/bundles.ts';

it('makes the same template of the same code and policy, bundles and all, so that a diff is quiet', () => {
  const [one, other] = [bundledStack(), bundledStack()];
  for (const { outdir } of [one, other]) rmSync(outdir, { recursive: true });
  expect(one.template.toJSON()).toEqual(other.template.toJSON());
});
