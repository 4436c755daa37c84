import { CloudError } from '../../lib/cloud/errors.ts';
import type { Bug } from './bug.ts';
import { withLedger, withNotifiers, withPorts } from './plant.ts';

/** Mistakes that show only where something is not as it should be for a while. */
export const spellBugs: readonly Bug[] = [
  {
    name: 'what a machine is doing beside its power is not read',
    seed: 6,
    hours: 12,
    breaks: [1, 5],
    told: /it was (CREATING|DEPLOYING|UPDATING|DELETING|FAILED)/,
    plant: () => ({ cloud: (cloud) => (request) => asActive(cloud(request)) }),
  },
  {
    name: 'how long the cloud wants to be left alone is not read',
    seed: 6,
    hours: 12,
    breaks: [21],
    told: /asked to be left alone/,
    plant: () =>
      withPorts((ports) => ({
        ...ports,
        cloud: {
          ...ports.cloud,
          async call(operation, input, asking) {
            try {
              return await ports.cloud.call(operation, input, asking);
            } catch (error) {
              if (!(error instanceof CloudError) || error.retryAfter === null) throw error;
              const { operation: name, message } = error;
              throw new CloudError(error.kind, { operation: name, message, cause: error });
            }
          },
        },
      })),
  },
  {
    name: 'what was refused is never given back to the caps',
    seed: 6,
    hours: 12,
    breaks: [21],
    told: /the caps still count it/,
    plant: () =>
      withLedger((ledger) => ({
        async commitControl(next) {
          const { acts } = await ledger.control();
          const isReturned = next.acts.length < acts.length;
          return ledger.commitControl(isReturned ? { ...next, acts } : next);
        },
      })),
  },
  {
    name: 'what nobody is known to receive counts as heard',
    seed: 6,
    hours: 12,
    breaks: [16],
    plant: () =>
      withNotifiers((notifier) => async (message) => {
        const answer = await notifier.send(message);
        return answer.kind === 'unconfirmed' ? { kind: 'delivered' } : answer;
      }),
  },
];

/** A reply in which every machine is in the midst of its life. */
function asActive(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(asActive);
  if (typeof reply !== 'object' || reply === null) return reply;
  const isMachine = 'powerState' in reply;
  const fields = Object.entries(reply).map(([name, value]) => [
    name,
    isMachine && name === 'state' ? 'ACTIVE' : asActive(value),
  ]);
  return Object.fromEntries(fields);
}
