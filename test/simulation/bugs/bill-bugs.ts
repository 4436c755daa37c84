import { noCharge } from '../../../lib/model/money/money.ts';
import { withoutHours } from '../../../lib/model/money/spend.ts';
import type { RunOptions } from '../run.ts';
import type { ModelCloud } from '../world/model-cloud.ts';
import type { Bug } from './bug.ts';
import { withHeads } from './plant.ts';

/** Returns a cloud whose bill of the month is lost in every third hour, and there again after it. */
export const losingBills =
  (cloud: ModelCloud): ModelCloud =>
  (request) => {
    const reply = cloud(request);
    if (Math.floor(request.askedAt / 3_600_000) % 3 !== 0) return reply;
    if (request.operation === 'listAccountSpend') return { items: [], flaws: [] };
    return request.operation === 'getCurrentSpend' ? { ...(reply as object), spend: '0' } : reply;
  };

/** Mistakes about a bill that shrinks, or comes twice. */
export const billBugs: readonly Bug[] = [
  {
    name: 'the newest bill counts, although it is smaller than the one before',
    seed: 1,
    hours: 8,
    breaks: [27],
    plant: (): RunOptions => ({
      ...withHeads((head) => {
        const { observation } = head;
        const spend = observation === null || observation.kind === 'group' ? null : observation.spend;
        return spend === null
          ? head
          : { ...head, report: { spend: withoutHours(spend), accruedSince: noCharge } };
      }),
      cloud: losingBills,
    }),
  },
  {
    name: 'duplicate billing records are counted twice',
    seed: 21,
    hours: 9,
    billsTwice: true,
    breaks: [27],
    plant: () =>
      withHeads((head) => {
        if (head.report === null) return head;
        const { excess: _, ...report } = head.report;
        return { ...head, report };
      }),
  },
];
