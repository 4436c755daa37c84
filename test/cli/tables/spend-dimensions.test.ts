import { expect, it } from 'vitest';
import { dimensionsIn } from '../../../lib/cli/tables/spend-dimensions.ts';

it('spend by owner or purpose is grouped by that claim of people', () => {
  const asked = dimensionsIn('owner,purpose', 'UTC');
  const meant = dimensionsIn('metadata:owner,metadata:purpose', 'UTC');
  expect(asked.map(({ dimension }) => dimension)).toEqual(meant.map(({ dimension }) => dimension));
  expect(asked.map(({ title }) => title)).toEqual(['OWNER', 'PURPOSE']);
});
