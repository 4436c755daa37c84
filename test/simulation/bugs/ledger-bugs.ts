import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { computeSpan, hours } from '../../../lib/model/time/time.ts';
import { LedgerError, nothingWritten } from '../../../lib/record/ledger.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Bug } from './bug.ts';
import { withHeads, withLedger } from './plant.ts';

/** Mistakes in stored data and their order. */
export const ledgerBugs: readonly Bug[] = [
  {
    name: 'the ledger commits a head without checking which one it replaces',
    seed: 6,
    hours: 6,
    breaks: [10],
    plant: () => ({
      ledger: (ledger) => ({
        ...ledger,
        async commit(head) {
          if ((await ledger.commit(head)) === 'committed') return 'committed';
          const stored = await ledger.head(head.target);
          return ledger.commit({ ...head, seq: (stored?.seq ?? 0) + 1 });
        },
      }),
    }),
  },
  {
    name: 'a process that loses a commit goes on as if it had won',
    seed: 42,
    hours: 3,
    breaks: [5, 6, 8, 10],
    plant: () =>
      withLedger((ledger) => ({
        async commit(head) {
          await ledger.commit(head);
          return 'committed';
        },
      })),
  },
  {
    name: 'the new observation is written to history before its head is committed',
    seed: 6,
    hours: 2,
    breaks: [10],
    plant: () =>
      withLedger((ledger) => ({
        async commit(head) {
          const { target, observation } = head;
          if (observation !== null)
            await ledger.record({ ...nothingWritten, target, observations: [observation] });
          return ledger.commit(head);
        },
      })),
  },
  {
    name: 'history is written after the head that replaces it',
    seed: 6,
    hours: 2,
    breaks: [10],
    plant: () =>
      withLedger((ledger) => {
        const late: Parameters<typeof ledger.record>[0][] = [];
        return {
          record: async (history) => void late.push(history),
          async commit(head) {
            const answer = await ledger.commit(head);
            for (const history of late.splice(0)) await ledger.record(history);
            return answer;
          },
        };
      }),
  },
  {
    name: 'the observations written to history differ from those that the head held',
    seed: 6,
    hours: 2,
    breaks: [10],
    plant: () =>
      withLedger((ledger) => ({
        record: (history) =>
          ledger.record({
            ...history,
            observations: history.observations.map((one) => ({ ...one, seen: [] })),
          }),
      })),
  },
  {
    name: 'buffered observations are lost',
    seed: 6,
    hours: 2,
    breaks: [10],
    plant: () => withHeads((head) => ({ ...head, pendingWrites: { ...head.pendingWrites, buffered: [] } })),
  },
  {
    name: 'usage samples are not written to history',
    seed: 14,
    hours: 12,
    breaks: [8],
    plant: () =>
      withLedger((ledger) => ({ record: (history) => ledger.record({ ...history, sampling: null }) })),
  },
  {
    name: 'nothing more is written to history once a reply was lost',
    seed: 1,
    hours: 18,
    breaks: [10],
    plant() {
      let isOff = false;
      return withLedger((ledger) => ({
        async record(history) {
          try {
            if (!isOff) await ledger.record(history);
          } catch (error) {
            isOff = error instanceof LedgerError;
          }
        },
      }));
    },
  },
  {
    name: 'the grace runs from when the announcement was written',
    seed: 48,
    hours: 5,
    breaks: [2],
    plant: () =>
      withHeads((head) => ({
        ...head,
        alerts: head.alerts.map((alert) =>
          alert.announcement === null
            ? alert
            : { ...alert, announcement: { ...alert.announcement, deliveredAt: alert.since } },
        ),
      })),
  },
  {
    name: 'claims are not committed',
    seed: 1,
    hours: 2,
    breaks: [6],
    plant: () =>
      withLedger((ledger) => ({
        async commit(head) {
          return head.intents.some(({ state }) => state.kind === 'claimed')
            ? 'committed'
            : ledger.commit(head);
        },
      })),
  },
  {
    name: 'permitted actions are not counted for the caps',
    seed: 30,
    hours: 2,
    breaks: [4],
    plant: () => withLedger(() => ({ commitControl: async () => 'committed' })),
  },
  {
    name: 'a keep is stored for the whole time that was asked for, beyond its limit',
    seed: 52,
    hours: 10,
    breaks: [19],
    accuses: /and the policy allows/,
    plant: () => ({ keep: (ledger, request) => keep(ledger, { ...request, policy: null }) }),
  },
  {
    name: 'a fact that was unknown for three hours counts as known',
    seed: 127_770_383,
    hours: 4,
    breaks: [18],
    accuses: /resolved was said, and nothing is over/,
    plant: () =>
      withLedger((ledger, { job, startedAt }) => {
        const recent = (head: Head): Head => ({
          ...head,
          unknownFacts: head.unknownFacts.filter(({ since }) => computeSpan(since, startedAt) < hours(3)),
        });
        return job === 'act' ? { heads: async () => (await ledger.heads()).map(recent) } : {};
      }),
  },
];
