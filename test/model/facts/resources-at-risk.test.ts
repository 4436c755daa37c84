import { expect, it } from 'vitest';
import { atRiskInWords } from '../../../lib/model/facts/resources-at-risk.ts';

it.each([
  [{}, false, null],
  [{ vm: 0 }, true, null],
  [{ vm: 1 }, false, '1 VM'],
  [{ vm: 12 }, true, 'at least 12 VMs'],
  [{ image: 1, vm: 2 }, false, '2 VMs and 1 image'],
  [{ network: 4, vm: 2, 'cluster-machine': 1 }, true, 'at least 2 VMs, 1 cluster machine and 4 networks'],
] as const)('%o, partial %s, is %s', (counts, isPartial, words) => {
  expect(atRiskInWords({ counts, isPartial })).toBe(words);
});
