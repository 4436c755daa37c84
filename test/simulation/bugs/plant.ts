import * as z from 'zod';
import { WireVm } from '../../../lib/clouds/compute/wire/vm.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import { hours, type Span } from '../../../lib/model/time/time.ts';
import type { Notifier } from '../../../lib/notify/notifier.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { type IdleRule, isLearned, type LearnedTerms } from '../../../lib/rules/idle/terms.ts';
import type { Rule } from '../../../lib/rules/terms.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Notification } from '../../../lib/state/notification.ts';
import type { Override } from '../../../lib/state/override.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import type { ModelPorts } from '../engine/ports.ts';
import type { Orders, Process } from '../engine/process.ts';
import type { RunOptions } from '../run.ts';
import type { OverridePlan } from '../scenario.ts';

/** Changes the ports of a job. */
export const withPorts = (change: (ports: ModelPorts, process: Process) => ModelPorts): RunOptions => ({
  jobs: { ports: change },
});

/** Changes the ledger so that nobody can revoke overrides of a kind. */
export function withoutRevoking(kind: Override['kind']): RunOptions {
  const ever = new Map<string, Override>();
  return withLedger((ledger) => ({
    async overrides(now) {
      const known = await ledger.overrides(now);
      for (const override of known) if (override.kind === kind) ever.set(override.id, override);
      return [...known.filter(({ id }) => !ever.has(id)), ...ever.values()];
    },
  }));
}

/** Changes the cloud's answers for a job. */
export const withAnswers = (change: <T>(answer: Promise<T>) => Promise<T>): RunOptions =>
  withPorts((ports) => ({ ...ports, cloud: answering(ports.cloud, change) }));

/** Returns a cloud with changed answers. */
export const answering = (
  cloud: CloudClient,
  change: <T>(answer: Promise<T>) => Promise<T>,
): CloudClient => ({
  ...cloud,
  call: (operation, input, asking) => change(cloud.call(operation, input, asking)),
  list: (operation, input, asking) => change(cloud.list(operation, input, asking)),
});

export const withLedger = (change: (ledger: Ledger, process: Process) => Partial<Ledger>): RunOptions =>
  withPorts((ports, process) => ({
    ...ports,
    ledger: { ...ports.ledger, ...change(ports.ledger, process) },
  }));

/** Returns a head that forgets when its machines booted, by which a start between two polls is known too. */
export function withoutBoots(head: Head): Head {
  const { observation } = head;
  if (observation?.kind !== 'project') return head;
  const resources = observation.resources.map(({ bootedAt: _, ...resource }) => resource);
  return { ...head, observation: { ...observation, resources } };
}

/** Changes heads before they are stored. */
export const withHeads = (change: (head: Head, process: Process) => Head): RunOptions =>
  withLedger((ledger, process) => ({ commit: (head) => ledger.commit(change(head, process)) }));

export const withNotifiers = (
  change: (notifier: Notifier, ports: ModelPorts) => Notifier['send'],
): RunOptions =>
  withPorts((ports) => ({
    ...ports,
    notifiers: ports.notifiers.map((notifier) => ({ ...notifier, send: change(notifier, ports) })),
  }));

/** Changes notifications before they are sent. */
export const withNotices = (change: (notice: Notification, process: Process) => Notification): RunOptions =>
  withPorts((ports, process) => ({
    ...ports,
    notifiers: ports.notifiers.map((notifier) => ({
      ...notifier,
      send: ({ notifications, ...message }) =>
        notifier.send({ ...message, notifications: notifications.map((one) => change(one, process)) }),
    })),
  }));

/** Changes the orders of a job. */
export const withOrders = (change: (orders: Orders) => Orders): RunOptions => ({ jobs: { orders: change } });

/** Changes the rules of one kind for a job. */
export const withRules = <Kind extends Rule['kind']>(
  kind: Kind,
  change: (rule: Extract<Rule, { kind: Kind }>, policy: Policy) => readonly Rule[],
): RunOptions =>
  withOrders((orders) => {
    const isOf = (rule: Rule): rule is Extract<Rule, { kind: Kind }> => rule.kind === kind;
    const rules = orders.policy.rules.flatMap((rule) => (isOf(rule) ? change(rule, orders.policy) : rule));
    return { ...orders, policy: { ...orders.policy, rules } };
  });

/** Changes the routes of a job. */
export const withRoutes = (change: (routes: Policy['routes']) => Policy['routes']): RunOptions =>
  withOrders((orders) => ({
    ...orders,
    policy: { ...orders.policy, routes: change(orders.policy.routes) },
  }));

export const withIdleRules = (change: (rule: IdleRule) => IdleRule): RunOptions =>
  withOrders((orders) => {
    const rules = orders.policy.rules.map((rule) => (rule.kind === 'idle' ? change(rule) : rule));
    return { ...orders, policy: { ...orders.policy, rules } };
  });

/** Changes the terms of idle rules that learn. */
export const withLearned = (change: (learned: LearnedTerms) => LearnedTerms): RunOptions =>
  withIdleRules((rule) => (isLearned(rule) ? { ...rule, learned: change(rule.learned) } : rule));

const VmList = z.object({ items: z.array(WireVm), flaws: z.array(z.unknown()) });
const AnyList = z.object({ items: z.array(z.unknown()), flaws: z.array(z.unknown()) });

/** Changes the items of one list for a job. */
export const withListed = (operation: string, change: (item: unknown) => unknown): RunOptions => ({
  cloud: (cloud) => (request) => {
    const reply = cloud(request);
    if (request.operation !== operation) return reply;
    const { items, flaws } = AnyList.parse(reply);
    return { items: items.map(change), flaws };
  },
});

const OneVm = z.object({ VM: WireVm });

/** Changes VMs for a job. */
export const withVms = (change: (vm: WireVm) => WireVm): RunOptions => ({
  cloud: (cloud) => (request) => {
    const reply = cloud(request);
    if (request.operation === 'getVm') return { VM: change(OneVm.parse(reply).VM) };
    if (request.operation !== 'listVms') return reply;
    const { items, flaws } = VmList.parse(reply);
    return { items: items.map(change), flaws };
  },
});

/** Returns overrides as a job with a bug reads them. */
export const withOverrides = (
  change: (overrides: readonly Override[], heads: readonly Head[]) => readonly Override[],
  job?: 'watch' | 'act',
): RunOptions =>
  withLedger((ledger, process) =>
    job !== undefined && process.job !== job
      ? {}
      : { overrides: async (now) => change(await ledger.overrides(now), await ledger.heads()) },
  );

/** Returns a keep for two hours that is placed some time after the beginning. */
export const aKeep = (subject: string, after: Span): OverridePlan => ({
  id: 'kept-meanwhile',
  override: { kind: 'keep', subject },
  after,
  lasts: hours(2),
  withdrawnAfter: null,
});
