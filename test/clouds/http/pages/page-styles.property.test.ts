import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listMachines } from '../../../../lib/clouds/compute/contract/machines.ts';
import { CloudError, type CloudErrorKind } from '../../../../lib/clouds/http/errors.ts';
import { everyPage } from '../../../../lib/clouds/http/pages/pages.ts';
import { openReading } from '../../../../lib/clouds/http/reading.ts';
import { runs } from '../../../support/tier.ts';

const refused = (kind: CloudErrorKind): never => {
  throw new CloudError(kind, { operation: 'listMachines', message: 'no such page', status: 400 });
};

const style = fc.record({
  total: fc.oneof(fc.integer({ min: 0, max: 420 }), fc.constantFrom(100, 200, 250, 300)),
  first: fc.constantFrom(0, 1),
  largest: fc.constantFrom(25, 50, 100, 500),
  showsTotal: fc.boolean(),
  beyond: fc.constantFrom('empty', 'invalid', 'not-found'),
});

/** Answers as platforms with pages of each style do. Beyond the last page there is none, or an error. */
const answerOf =
  ({ total, first, largest, showsTotal, beyond }: typeof style extends fc.Arbitrary<infer T> ? T : never) =>
  async (paging: object) => {
    const { pageNumber = 0, pageSize = 0 }: { pageNumber?: number; pageSize?: number } = paging;
    const size = Math.min(largest, pageSize);
    const from = (pageNumber - first) * size;
    const isPage = from >= 0 && (from < total || (from === 0 && total === 0));
    if (!isPage && (from < 0 || beyond !== 'empty'))
      refused(beyond === 'not-found' ? 'not-found' : 'invalid');
    const machines = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => ({
      id: `metal-${from + index}`,
    }));
    return { machines, pageNumber, pageSize: size, ...(showsTotal && { totalCount: total }) };
  };

// Invariants 17 and 22.
it('a list by page number is read in full or marked as incomplete, wherever its pages begin and however they end', async () => {
  await fc.assert(
    fc.asyncProperty(style, async (pages) => {
      const terms = { hide: (text: string) => text, reading: openReading('list') };
      const { items, flaws } = await everyPage(listMachines, answerOf(pages), terms);
      const isWhole = new Set(items.map(({ id }) => id)).size === pages.total;
      // One page with the number 0, without a total and before an empty page 1, looks like an empty list.
      const isOne = pages.total <= Math.min(pages.largest, 100);
      const isHidden = pages.first === 0 && isOne && !pages.showsTotal && pages.beyond === 'empty';
      if (!isHidden) expect([items.length, isWhole]).toEqual([pages.total, true]);
      if (pages.showsTotal) expect(flaws).toEqual([]);
    }),
    runs(300),
  );
});
