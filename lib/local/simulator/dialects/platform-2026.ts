import { type Dialect, rewriting } from './dialect.ts';

/** What the specification has and the document of 2026 has not: spend is told by billing account only. */
const dropped: ReadonlySet<string> = new Set(['listProjectSpend', 'getCurrentSpend', 'getSpendDetails']);

/** The platform as its document of April 2026 has it: 64-bit whole numbers are text. */
export const platform2026: Dialect = {
  has: ({ id }) => !dropped.has(id),
  write: rewriting({ monitorVm: 'items' }, (sample) =>
    Object.fromEntries(
      Object.entries(sample).map(([name, figure]) => [
        name,
        name !== 'cpu' && typeof figure === 'number' ? String(Math.round(figure)) : figure,
      ]),
    ),
  ),
};
