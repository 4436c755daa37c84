import { ClockError } from '../../../lib/clouds/http/clock-error.ts';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import { totalSpend } from '../../../lib/decide/group.ts';
import { getTargetConnection, TargetId } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { toConnectionField } from '../../../lib/state/control.ts';
import { listHeadConnections } from '../../../lib/state/heads-by-connection.ts';
import type { Override } from '../../../lib/state/override.ts';
import type { ModelConnection, ModelPorts } from '../engine/ports.ts';
import type { Process } from '../engine/process.ts';
import type { RunOptions } from '../run.ts';
import type { Bug } from './bug.ts';
import { aKeep, answering, withLedger, withNotices, withOrders, withOverrides, withPorts } from './plant.ts';

const bugs: readonly Omit<Bug, 'isOfConnections'>[] = [
  {
    name: 'the caps of a day are shared by all connections',
    seed: 90,
    hours: 14,
    breaks: [24],
    plant: () =>
      withLedger((ledger) => ({
        async control() {
          const [control, heads] = await Promise.all([ledger.control(), ledger.heads()]);
          const ofEach = listHeadConnections(heads).flatMap((name) =>
            control.actions.map(({ intent, at }) => ({ intent, at, ...toConnectionField(name) })),
          );
          return { ...control, actions: ofEach };
        },
        commitControl: (next) =>
          ledger.commitControl({
            ...next,
            actions: next.actions.filter(
              ({ intent, connection }) =>
                getTargetConnection(TargetId.parse(intent)) === (connection ?? null),
            ),
          }),
      })),
  },
  {
    name: 'a refused key of one connection is attributed to another',
    seed: 38,
    hours: 14,
    breaks: [11],
    plant: () =>
      withFailuresShared((error) => error instanceof CloudError && error.kind === 'unauthenticated'),
  },
  {
    name: 'a wrong clock of one cloud prevents polls of another',
    seed: 40,
    hours: 3,
    breaks: [11, 18],
    accuses: /off by only|no clock is wrong/,
    plant: () => withFailuresShared((error) => error instanceof ClockError),
  },
  {
    name: 'a wrong clock of the machine is noted for the unnamed connection only',
    seed: 1_000_015,
    hours: 3,
    breaks: [18],
    accuses: /eu: a clock is wrong since/,
    plant: () =>
      withLedger((ledger) => ({
        note: async (note) => {
          if (note.matter !== 'clock' || note.connection === undefined) await ledger.note(note);
        },
      })),
  },
  {
    name: 'a missing key of one connection blocks the actions of another',
    seed: 90,
    hours: 4,
    breaks: [18],
    plant: () =>
      withPorts(({ keyFault, ...ports }) => ({
        ...ports,
        async keyFault() {
          const faults = await Promise.all([...ports.named.values()].map((own) => own.keyFault()));
          return faults.find((because) => because !== null) ?? (await keyFault());
        },
      })),
  },
  {
    name: 'an action is sent to the VM with the same id in another connection',
    seed: 37,
    hours: 29,
    breaks: [6],
    accuses: /without an intent claimed/,
    plant: () =>
      withNamed((own, { cloud }) => ({
        ...own,
        cloud: instead(own.cloud, cloud, /^(?:stop|start|terminate)Vm$/),
      })),
  },
  {
    name: 'a connection receives the lists of another',
    seed: 35,
    hours: 3,
    breaks: [9],
    plant: () => withNamed((own, { cloud }) => ({ ...own, cloud: { ...own.cloud, list: cloud.list } })),
  },
  {
    name: 'the reads that prove an absence are sent to another connection',
    seed: 30,
    hours: 3,
    breaks: [9, 22],
    plant: () =>
      withNamed((own, { cloud }, { job }) =>
        job === 'watch'
          ? { ...own, cloud: instead(own.cloud, cloud, /^get(?:Vm|Machine|Volume|Disk)$/) }
          : own,
      ),
  },
  {
    name: 'a budget of several connections sums only one of them',
    seed: 30,
    hours: 2,
    breaks: [9],
    plant: () =>
      withLedger((ledger, { orders }) => ({
        async commit(head) {
          const { observation } = head;
          if (observation?.kind !== 'group') return ledger.commit(head);
          const { at, members } = observation;
          const heads = await ledger.heads();
          const own = heads.filter(
            ({ target }) => members.includes(target) && getTargetConnection(target) === null,
          );
          const terms = { at, zone: orders.policy.timezone, carry: defaultIntervals.carryPrice };
          return ledger.commit({ ...head, observation: { ...observation, spend: totalSpend(own, terms) } });
        },
      })),
  },
  {
    name: 'an alert that a connection has no data lacks its name',
    seed: 37,
    hours: 20,
    breaks: [18],
    plant: () =>
      withNotices((notice) => (notice.kind === 'blind' ? { ...notice, connection: undefined } : notice)),
  },
  {
    name: 'an alert that a connection has no data names the freshness rule of another',
    seed: 9,
    hours: 4,
    breaks: [24],
    plant: () =>
      withNotices((notice, { orders }) => {
        const rule = orders.policy.rules.find(({ kind }) => kind === 'freshness')?.name;
        return notice.kind === 'blind' && rule !== undefined ? { ...notice, rule } : notice;
      }),
  },
  {
    name: 'a keep in one connection applies to the same id in another',
    seed: 38,
    hours: 3,
    overrides: [aKeep('project@eu/*', hours(1))],
    breaks: [8],
    plant: () => withOverrides((overrides) => overrides.map(withoutConnection)),
  },
  {
    name: 'a rule for one connection applies to every connection',
    seed: 9,
    hours: 3,
    breaks: [8, 13],
    plant: () =>
      withOrders((orders) => ({
        ...orders,
        policy: {
          ...orders.policy,
          rules: orders.policy.rules.map(({ match: { connection: _, ...match }, ...rule }) => ({
            ...rule,
            match,
          })),
        },
      })),
  },
];

/** Mistakes that show only where there are several connections. */
export const connectionBugs: readonly Bug[] = bugs.map((bug) => ({ ...bug, isOfConnections: true }));

/** Changes the connections with a name for a job. */
const withNamed = (
  change: (own: ModelConnection, ports: ModelPorts, process: Process) => ModelConnection,
): RunOptions =>
  withPorts((ports, process) => ({
    ...ports,
    named: new Map([...ports.named].map(([name, own]) => [name, change(own, ports, process)] as const)),
  }));

/** Lets a client ask another one for some operations. */
const instead = (client: CloudClient, other: CloudClient, operations: RegExp): CloudClient => ({
  ...client,
  call: (operation, input, asking) =>
    (operations.test(operation.id) ? other : client).call(operation, input, asking),
});

/** Keeps the unnamed connection from being asked after some failures of another one, until that answers. */
function withFailuresShared(isShared: (error: unknown) => boolean): RunOptions {
  let failed: unknown = null;
  const noting = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      const own = await answer;
      failed = null;
      return own;
    } catch (error) {
      if (isShared(error)) failed = error;
      throw error;
    }
  };
  return withPorts((ports, { job }) => {
    const { list } = ports.cloud;
    if (job === 'act') return ports;
    return {
      ...ports,
      cloud: {
        ...ports.cloud,
        list: (operation, input, asking) =>
          operation.id === 'listProjects' && failed !== null
            ? Promise.reject(failed)
            : list(operation, input, asking),
      },
      named: new Map(
        [...ports.named].map(
          ([name, own]) => [name, { ...own, cloud: answering(own.cloud, noting) }] as const,
        ),
      ),
    };
  });
}

const withoutConnection = (override: Override): Override =>
  override.kind === 'keep'
    ? { ...override, subject: override.subject.replace(/^project@[^/]*/, 'project') }
    : override;
