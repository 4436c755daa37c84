import { describe, expect, it } from 'vitest';
import { openReading, type ReadingBounds, usualBounds } from '../../../../lib/clouds/http/reading.ts';
import { tableUnder } from '../../documented.ts';

const small: ReadingBounds = { bytes: 2_000_000, pages: 20, resources: 1_000, records: 3_000 };

describe('the amount that is read for one purpose', () => {
  it.each([
    ['bytes', 'over 2 MB in one poll'],
    ['pages', 'over 20 pages in one poll'],
    ['resources', 'over 1,000 resources in one poll'],
    ['records', 'over 3,000 records in one poll'],
  ] as const)('may reach its bound of %s, and no more', (what, words) => {
    const reading = openReading('poll', small);
    reading.count(what, small[what] - 1, 'listVms');
    reading.count(what, 1, 'listDisks');
    expect(reading.isOver()).toBe(false);
    expect(() => reading.count(what, 1, 'listDisks')).toThrow(
      expect.objectContaining({
        kind: 'too-much',
        message: `listDisks: too much to read: ${words}`,
        neverSent: false,
        mayHaveHappened: true,
      }),
    );
    expect(reading.isOver()).toBe(true);
  });

  it('is exhausted for every other request too, which is not sent', () => {
    const reading = openReading('list', small);
    expect(() => reading.requireWithin('listVms')).not.toThrow();
    expect(() => reading.count('pages', 21, 'listVms')).toThrow();
    const told = 'too much to read: over 20 pages in one list';
    expect(() => reading.count('bytes', 1, 'monitorVm')).toThrow(`monitorVm: ${told}`);
    expect(() => reading.requireWithin('listDisks')).toThrow(
      expect.objectContaining({ message: `listDisks: ${told}`, neverSent: true, mayHaveHappened: false }),
    );
  });

  it('is documented with its bounds', () => {
    const figures = tableUnder('what is counted').map(([what = '', bound = '']) => [
      what.split(/\W/)[0],
      Number(bound.replace(' MB', '000000').replaceAll(',', '')),
    ]);
    expect(Object.fromEntries(figures.slice(1))).toEqual(usualBounds);
  });

  it.each([
    ['5,000 VMs with two disks each, sampled every five minutes', 5_000, 13],
    ['5,000 VMs with two disks each, sampled every minute', 5_000, 60],
  ])('is enough for %s', (_, vms, samples) => {
    const reading = openReading('poll');
    const resources = vms * 3;
    reading.count('resources', resources, 'listVms');
    reading.count('pages', (vms * 2) / 100, 'listDisks');
    reading.count('records', resources + vms * samples, 'monitorVm');
    reading.count('bytes', vms * 1_000 + vms * 2 * 300 + vms * samples * 240, 'monitorVm');
    expect(reading.isOver()).toBe(false);
  });
});
