import { ClockError } from '../../../lib/clouds/http/clock-error.ts';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import { latest, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { firstHead, type Head } from '../../../lib/state/head.ts';
import type { Bug } from './bug.ts';
import { withAnswers, withLedger, withListed, withNotifiers, withPorts } from './plant.ts';

/** Mistakes that show only during a fault of some time. */
export const spellBugs: readonly Bug[] = [
  {
    name: 'the life cycle of a machine is ignored beside its power state',
    seed: 2,
    hours: 4,
    breaks: [1, 5, 8],
    plant: () => ({ cloud: (cloud) => (request) => asActive(cloud(request)) }),
  },
  {
    name: 'Retry-After of the cloud is ignored',
    seed: 1,
    hours: 17,
    breaks: [21],
    accuses: /asked to be left alone/,
    plant: () =>
      withAnswers(async (answer) => {
        try {
          return await answer;
        } catch (error) {
          if (!(error instanceof CloudError) || error.retryAfter === null) throw error;
          const { operation, message } = error;
          throw new CloudError(error.kind, { operation, message, cause: error });
        }
      }),
  },
  {
    name: 'a refused action still counts for the caps',
    seed: 1,
    hours: 16,
    breaks: [21],
    accuses: /the caps still count it/,
    plant: () =>
      withLedger((ledger) => ({
        async commitControl(next) {
          const { actions } = await ledger.control();
          const isReturned = next.actions.length < actions.length;
          return ledger.commitControl(isReturned ? { ...next, actions } : next);
        },
      })),
  },
  {
    name: 'a message without a known receiver counts as delivered',
    seed: 76,
    hours: 16,
    breaks: [16],
    plant: () =>
      withNotifiers((notifier) => async (message) => {
        const answer = await notifier.send(message);
        return answer.kind === 'unconfirmed' ? { kind: 'delivered' } : answer;
      }),
  },
  {
    name: 'a record with an unreadable field is left out',
    seed: 2,
    hours: 3,
    breaks: [17],
    plant: () =>
      withPorts((ports) => ({
        ...ports,
        cloud: {
          ...ports.cloud,
          async call(operation, input, asking) {
            const reply = await ports.cloud.call(operation, input, asking);
            if (![reply, ...Object.values(Object(reply))].some(isUnread)) return reply;
            throw new CloudError('not-found', { operation: operation.id, message: 'no such record' });
          },
          async list(operation, input, asking) {
            const { items, flaws } = await ports.cloud.list(operation, input, asking);
            return { items: items.filter((item) => !isUnread(item)), flaws };
          },
        },
      })),
  },
  {
    name: 'an account with an unreadable field counts as not answered',
    seed: 2,
    hours: 3,
    breaks: [17],
    accuses: /account.* counts as unseen/,
    plant: () =>
      withAnswers(async (answer) => {
        const reply = await answer;
        if (!isUnread(reply)) return reply;
        throw new CloudError('unavailable', { operation: 'any', message: 'not as promised' });
      }),
  },
  {
    name: 'a row of spend without an amount is left out without a report',
    seed: 220,
    hours: 6,
    breaks: [9],
    accuses: /^the spend of/,
    plant: () => withListed('listAccountSpend', (row) => ({ amount: '0', ...(row as object) })),
  },
  {
    name: 'a resource without a price counts as free',
    seed: 276,
    hours: 6,
    breaks: [9],
    accuses: /machine.* and the head says 0$/,
    plant: () => withListed('listMachines', (machine) => ({ priceHr: '0', ...(machine as object) })),
  },
  {
    name: 'alerts on spendwatch itself are not delivered',
    seed: 28,
    hours: 12,
    breaks: [18],
    plant: () =>
      withNotifiers((notifier) => async (message) => {
        const isOfItself = message.notifications.some(({ kind }) => kind === 'blind');
        return isOfItself ? { kind: 'delivered' } : notifier.send(message);
      }),
  },
  {
    name: 'an unreadable head is replaced by any process that reads it',
    seed: 1,
    hours: 12,
    breaks: [11],
    accuses: /another head took its place/,
    plant: () =>
      withLedger((ledger) => {
        const anew = (head: Head): Head => (head.unreadable === null ? head : firstHead(head.target));
        return {
          heads: async () => (await ledger.heads()).map(anew),
          async commit(head) {
            const seq = await ledger.setAside(head.target);
            return ledger.commit(seq === null ? head : { ...head, seq: seq + 1 });
          },
        };
      }),
  },
  {
    name: 'a wrong clock counts as a missing answer',
    seed: 5,
    hours: 11,
    breaks: [10],
    accuses: /had been told that its clock is wrong/,
    plant: () =>
      withAnswers(async (answer) => {
        try {
          return await answer;
        } catch (error) {
          if (!(error instanceof ClockError)) throw error;
          throw new CloudError('unavailable', { operation: 'any', message: error.message, cause: error });
        }
      }),
  },
  {
    name: 'an action is carried out without checking the clock',
    seed: 1_320,
    hours: 6,
    breaks: [2, 10],
    plant: () =>
      withPorts((ports, { job }) => {
        const { tellsTime: _tells, ...cloud } = ports.cloud;
        return job === 'act' ? { ...ports, cloud } : ports;
      }),
  },
  {
    name: 'no alert reports a wrong clock',
    seed: 5,
    hours: 2,
    breaks: [18],
    accuses: /a clock is wrong since/,
    plant: () =>
      withLedger((ledger) => ({
        note: async (note) => {
          if (note.matter !== 'clock') await ledger.note(note);
        },
      })),
  },
  {
    name: 'a head keeps the poll time of a clock that was ahead',
    seed: 4_250,
    hours: 24,
    breaks: [10],
    accuses: /has not come yet/,
    plant: () =>
      withLedger((ledger) => ({
        async commit(head) {
          const known = (await ledger.head(head.target))?.polledAt ?? head.polledAt;
          const polledAt = known === null ? null : latest(known, head.polledAt ?? known);
          return ledger.commit({ ...head, polledAt });
        },
      })),
  },
  {
    name: 'a clock error of a minute counts as wrong',
    seed: 1,
    hours: 2,
    breaks: [11],
    accuses: /is off by only/,
    plant: () =>
      withPorts((ports, { skew }) => {
        const isOff = Math.abs(skew) > minutes(1);
        const refuse = () => Promise.reject(new ClockError(milliseconds(-skew)));
        return isOff ? { ...ports, cloud: { ...ports.cloud, call: refuse, list: refuse } } : ports;
      }),
  },
  {
    name: 'every request waits for the one before it',
    seed: 2,
    hours: 5,
    breaks: [11],
    accuses: /was not looked at, while/,
    plant: () =>
      withPorts((ports) => {
        let last: Promise<unknown> = Promise.resolve();
        const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
          const answer = last.then(ask);
          last = answer.catch(() => undefined);
          return answer;
        };
        const { cloud } = ports;
        return {
          ...ports,
          cloud: {
            call: (operation, input, asking) => inTurn(() => cloud.call(operation, input, asking)),
            list: (operation, input, asking) => inTurn(() => cloud.list(operation, input, asking)),
          },
        };
      }),
  },
];

const isUnread = (item: unknown): item is object =>
  typeof item === 'object' && item !== null && 'unreadable' in item && item.unreadable !== undefined;

/** Returns a reply in which every machine is ACTIVE. */
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
