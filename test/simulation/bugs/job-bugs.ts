import * as z from 'zod';
import type { WireMonitorItem } from '../../../lib/clouds/compute/wire/vm.ts';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import { days, hours, later, milliseconds, seconds } from '../../../lib/model/time/time.ts';
import type { Bug } from './bug.ts';
import {
  withHeads,
  withIdleRules,
  withNotifiers,
  withOrders,
  withPorts,
  withRoutes,
  withVms,
} from './plant.ts';

const MonitorReply = z.object({ items: z.array(z.custom<WireMonitorItem>()) });

/** Mistakes in requests, notifications and actions. */
export const jobBugs: readonly Bug[] = [
  {
    name: 'a message is recorded as delivered before it is sent',
    seed: 6,
    hours: 10,
    breaks: [8],
    plant: () =>
      withNotifiers((notifier, { clock }) => async (message) => {
        void clock.sleep(seconds(1)).then(() => notifier.send(message));
        return { kind: 'delivered' };
      }),
  },
  {
    name: 'a message that a route refused counts as delivered',
    seed: 66,
    hours: 3,
    breaks: [8],
    plant: () =>
      withNotifiers((notifier) => async (message) => {
        await notifier.send(message);
        return { kind: 'delivered' };
      }),
  },
  {
    name: 'every route receives every message',
    seed: 48,
    hours: 1,
    breaks: [8],
    plant: () => withRoutes(() => null),
  },
  {
    name: 'a route ignores its quiet hours',
    seed: 72,
    hours: 19,
    breaks: [8],
    plant: () => withRoutes((routes) => routes?.map((route) => ({ ...route, quiet: [] })) ?? null),
  },
  {
    name: 'a route is not notified when an alert that it was notified of resolves',
    seed: 48,
    hours: 3,
    breaks: [8],
    plant: () =>
      withHeads((head) => ({
        ...head,
        outbox: head.outbox.map((message) => ({
          ...message,
          notifications: message.notifications.map(({ worstNotified: _heard, ...notice }) => notice),
        })),
      })),
  },
  {
    name: 'the grace is ignored',
    seed: 48,
    hours: 5,
    breaks: [2],
    plant: () =>
      withIdleRules((rule) => ({
        ...rule,
        then: rule.then.map((step) => ({ ...step, after: milliseconds(0) })),
      })),
  },
  {
    name: 'the VM is not read again before the action',
    seed: 6,
    hours: 2,
    breaks: [5],
    plant() {
      const known = new Map<string, unknown>();
      return {
        cloud: (cloud) => (request) => {
          if (request.operation !== 'getVm' && request.operation !== 'monitorVm') return cloud(request);
          const key = `${request.operation} ${String(request.input['projectId'])}/${String(request.input['id'])}`;
          const remembered = request.process.job === 'act' ? known.get(key) : undefined;
          const reply = remembered ?? cloud(request);
          known.set(key, reply);
          return reply;
        },
      };
    },
  },
  {
    name: 'the caps are ignored',
    seed: 1,
    hours: 46,
    breaks: [4],
    plant: () =>
      withOrders((orders) => ({
        ...orders,
        policy: { ...orders.policy, caps: { perRun: 1_000, perDay: 1_000, share: 100 } },
      })),
  },
  {
    name: 'metadata is not read',
    seed: 42,
    hours: 2,
    breaks: [3],
    plant: () => withVms((vm) => ({ ...vm, metadata: {} })),
  },
  {
    name: 'GPUs are not read',
    seed: 18,
    hours: 2,
    breaks: [1, 8],
    plant: () => withVms(({ gpuModel: _model, gpuQuantity: _quantity, ...vm }) => vm),
  },
  {
    name: 'a list that failed counts as empty',
    seed: 1,
    hours: 12,
    breaks: [9],
    plant: () =>
      withPorts((ports) => ({
        ...ports,
        cloud: {
          ...ports.cloud,
          async list(operation, input) {
            try {
              return await ports.cloud.list(operation, input);
            } catch (error) {
              if (error instanceof CloudError) return { items: [], flaws: [] };
              throw error;
            }
          },
        },
      })),
  },
  {
    name: 'unreadable items of a list are left out without a report',
    seed: 50,
    hours: 8,
    breaks: [1, 9],
    plant: () =>
      withPorts((ports) => ({
        ...ports,
        cloud: {
          ...ports.cloud,
          list: async (operation, input) => ({ ...(await ports.cloud.list(operation, input)), flaws: [] }),
        },
      })),
  },
  {
    name: 'a rule in observe mode takes actions',
    seed: 84,
    hours: 20,
    breaks: [13],
    plant: () => withIdleRules((rule) => ({ ...rule, mode: 'enforce' })),
  },
  {
    name: 'a VM that was started by hand is stopped again',
    seed: 4,
    hours: 11,
    breaks: [7],
    plant: () => withIdleRules((rule) => ({ ...rule, coolOff: milliseconds(0) })),
  },
  {
    name: 'a price is carried over without limit',
    seed: 6,
    hours: 11,
    breaks: [9],
    plant: () =>
      withOrders((orders) => ({ ...orders, intervals: { ...orders.intervals, carryPrice: days(300) } })),
  },
  {
    name: 'slots that were not asked for yet count as idle',
    seed: 12,
    hours: 10,
    breaks: [8],
    accuses: /says that .* is idle, and/,
    plant() {
      const asked = new Map<string, { readonly at: number; readonly items: readonly WireMonitorItem[] }>();
      return {
        cloud: (cloud) => (request) => {
          const { operation, input, askedAt } = request;
          const reply = cloud(request);
          if (operation !== 'monitorVm') return reply;
          const key = JSON.stringify(input);
          const known = asked.get(key);
          const last = known?.items.at(-1);
          if (known === undefined || last === undefined || askedAt - known.at >= hours(1)) {
            const { items } = MonitorReply.parse(reply);
            asked.set(key, { at: askedAt, items });
            return reply;
          }
          const count = Math.floor((askedAt / 1_000 - last.timestamp) / 300);
          const quiet = Array.from({ length: count }, (_, slot) => ({
            ...{ ...last, cpu: 0, timestamp: last.timestamp + 300 * (slot + 1) },
          }));
          return { items: [...known.items, ...quiet], flaws: [] };
        },
      };
    },
  },
  {
    name: 'the samples of a VM in use are asked for once a day only',
    seed: 30,
    hours: 20,
    breaks: [8],
    accuses: /has long been idle/,
    plant: () =>
      withHeads((head) => {
        const { deferredUsage } = head;
        if (deferredUsage === null) return head;
        const of = Object.fromEntries(
          Object.entries(deferredUsage.of).map(([vm, { until }]) => [
            vm,
            { until, again: later(until, days(1)) },
          ]),
        );
        return { ...head, deferredUsage: { ...deferredUsage, of } };
      }),
  },
  {
    name: 'days and months are those of another time zone',
    seed: 6,
    hours: 2,
    breaks: [9],
    plant: () =>
      withOrders((orders) => ({ ...orders, policy: { ...orders.policy, timezone: 'Pacific/Honolulu' } })),
  },
];
