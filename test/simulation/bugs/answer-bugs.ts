import type { Bug } from './bug.ts';
import { withLedger } from './plant.ts';

/** Mistakes about what people answer while others answer, or while a run of `act` goes on. */
export const answerBugs: readonly Bug[] = [
  {
    name: 'overrides are read once in a run of act',
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
    name: 'an override is put whatever is stored by then',
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
];
