import { instant } from '../../../lib/model/time/time.ts';
import type { Bug } from './bug.ts';
import { withHeads, withLedger, withoutRevoking, withVms } from './plant.ts';

/** Mistakes about what people answer while others answer, or while a run of `act` goes on. */
export const answerBugs: readonly Bug[] = [
  {
    name: 'overrides are read only once in a run of act',
    seed: 6,
    hours: 24,
    isHasty: true,
    breaks: [25],
    plant: () =>
      withLedger((ledger, { job }) => {
        if (job !== 'act') return {};
        let known: ReturnType<typeof ledger.overrides> | undefined;
        return {
          overrides: (now) => {
            known ??= ledger.overrides(now);
            return known;
          },
        };
      }),
  },
  {
    name: 'an override is written without checking what is stored by then',
    seed: 66,
    hours: 100,
    isHasty: true,
    breaks: [25],
    accuses: /judged before it/,
    plant: () => ({
      ledger: (ledger) => ({
        ...ledger,
        putOverride: async (override) => ledger.putOverride(override, await ledger.override(override.id)),
      }),
    }),
  },
  {
    name: 'a revoked keep stays active',
    seed: 14,
    hours: 7,
    breaks: [8],
    accuses: /has long been idle/,
    plant: () => withoutRevoking('keep'),
  },
  {
    name: 'a restart after the announcement is ignored',
    seed: 24,
    hours: 4,
    breaks: [30],
    plant: () =>
      withHeads((head) => ({
        ...head,
        alerts: head.alerts.map((alert) =>
          alert.announcement === null ? alert : { ...alert, restarts: { at: instant(0), times: 9 } },
        ),
      })),
  },
  {
    name: 'people are notified of what they keep',
    seed: 2,
    hours: 1,
    breaks: [8],
    accuses: /was said, and/,
    plant: () => withVms((vm) => ({ ...vm, metadata: {} })),
  },
];
