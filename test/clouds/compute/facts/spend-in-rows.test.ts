import { describe, expect, it } from 'vitest';
import { spendInRows } from '../../../../lib/clouds/compute/facts/spend-in-rows.ts';
import type { WireSpendRow } from '../../../../lib/clouds/compute/wire/spend.ts';
import { at } from '../../../support/at.ts';

const of = (rows: readonly WireSpendRow[]) => {
  const { spend, leftOut, credits } = spendInRows(
    rows,
    [],
    'lab',
    at('2026-11-01T00:00:00'),
    at('2026-11-21T00:00:00'),
  );
  return { spend, leftOut, credits: credits?.toFixed() };
};
const lab = { projectId: 'lab', amount: '5' };

describe('the spend of a project in the rows of its account', () => {
  it.each<[string, readonly WireSpendRow[], ReturnType<typeof of>]>([
    [
      'leaves the rows of others out',
      [lab, { projectId: 'web', amount: '7' }],
      { spend: '5', leftOut: undefined, credits: undefined },
    ],
    [
      'names its credits apart',
      [lab, { projectId: 'lab', amount: '-3' }],
      { spend: '5', leftOut: undefined, credits: '3' },
    ],
    [
      'is whole beside a credit of the account, which names no project',
      [lab, { amount: '-3' }],
      { spend: '5', leftOut: undefined, credits: undefined },
    ],
    [
      'is a minimum beside use that names no project',
      [lab, { amount: '3' }],
      { spend: '5', leftOut: 1, credits: undefined },
    ],
  ])('%s', (_, rows, expected) => {
    expect(of(rows)).toEqual(expected);
  });
});
