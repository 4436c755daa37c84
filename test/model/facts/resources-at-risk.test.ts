import { expect, it } from 'vitest';
import { getCloudProfile } from '../../../lib/clouds/profiles.ts';
import { atRiskInWords, endInWords, mayLose } from '../../../lib/model/facts/resources-at-risk.ts';
import { free, hourlyPrice } from '../../../lib/model/money/money.ts';

it.each([
  [{}, false, null],
  [{ vm: 0 }, true, null],
  [{ vm: 1 }, false, '1 VM'],
  [{ vm: 12 }, true, 'at least 12 VMs'],
  [{ image: 1, vm: 2 }, false, '2 VMs and 1 image'],
  [{ network: 4, vm: 2, 'cluster-machine': 1 }, true, 'at least 2 VMs, 1 cluster machine and 4 networks'],
] as const)('%o, partial %s, is %s', (counts, isPartial, words) => {
  expect(atRiskInWords({ counts, isPartial }, {})).toBe(words);
});

it.each([
  [{}, { lost: [], stopped: {}, kept: {}, price: free }, 'deletes nothing', false],
  [
    { vm: 3 },
    { lost: ['a', 'b'], stopped: { vm: 1 }, kept: { volume: 2 }, price: hourlyPrice('0.2') },
    'deletes 3 VMs (a, b and 1 more), stops 1 VM and keeps 2 volumes for now, still billed at about 0.20 USD/h',
    true,
  ],
  [
    {},
    { lost: [], stopped: { vm: 1 }, kept: { volume: 1 }, price: null },
    'deletes nothing, stops 1 VM and keeps 1 volume for now, still billed at an unknown price',
    false,
  ],
] as const)(
  '%o, where only some are deleted, are described by what happens to each',
  (counts, { lost, ...fates }, words, isLost) => {
    const atRisk = { counts, isPartial: false, fates: { ...fates, lost: [...lost] } };
    expect(endInWords(atRisk, false)).toBe(words);
    expect(mayLose(atRisk)).toBe(isLost);
    expect(mayLose({ ...atRisk, isPartial: true })).toBe(true);
  },
);

it('names are shown without characters that could disguise them', () => {
  const fates = { lost: ['a\u0000\u202eb', 'c\nd'], stopped: {}, kept: {}, price: free };
  const words = atRiskInWords({ counts: { vm: 2 }, isPartial: false, fates }, {});
  expect(words).toBe('2 VMs (a??b, c d)');
});

it('kinds have the words of their cloud', () => {
  const counts = { vm: 2, volume: 1, 'cluster-machine': 2, disk: 1 };
  expect(atRiskInWords({ counts, isPartial: false }, getCloudProfile('runpod').words)).toBe(
    '2 pods, 2 cluster pods, 1 network volume and 1 disk',
  );
});
