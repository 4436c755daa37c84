import { WireSpendRow } from '../../../lib/clouds/compute/wire/spend.ts';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import { ProjectId } from '../../../lib/model/ids.ts';
import { earliest, type Instant, instant } from '../../../lib/model/time/time.ts';
import type { Io } from '../engine/faults.ts';
import type { Process } from '../engine/process.ts';
import type { Random } from '../engine/seeded-random.ts';
import { type Spell, spellsAt } from '../spell.ts';
import { openInvoices } from './account.ts';
import { accountShown, wireInvoice, wirePayment } from './account-form.ts';
import { billOf, nanosInWords, readNanos, reportedUntil, toNanos } from './bill.ts';
import { actOperations } from './model-acts.ts';
import { answeredInPlaceOf, heldByList } from './odd-answers.ts';
import { recordOf, type TrueResource, type TrueVm } from './true-resource.ts';
import { recordsWith } from './unreadable-record.ts';
import type { Show } from './wire.ts';
import { dataCenters, wireBucket, wireCluster, wireDisk, wireImage, wireSpend } from './wire-form.ts';
import type { Witness } from './witness.ts';
import { present, presentVm, type World } from './world.ts';

/** One request as it arrives at the cloud. */
export type Request = {
  readonly process: Process;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly askedAt: Instant;
  /** True if a part of the reply cannot be read. */
  readonly isFlawed: boolean;
};

/**
 * The cloud's side of the contract, with wire values that are parsed already. Lists are answered by `{ items, flaws
 * }`.
 */
export type ModelCloud = (request: Request) => unknown;

export type ModelCloudOptions = {
  readonly world: World;
  /** The start of the scenario's plans. */
  readonly start: Instant;
  readonly now: () => Instant;
  readonly witness: Witness;
  readonly luck: Random;
  /** True for an older version of the platform, which names some fields differently. */
  readonly isOld: boolean;
  readonly spells: readonly Spell[];
};

/** The operations that an older platform does not have. */
const laterOperations: readonly string[] = [
  'listClusters',
  'listDisks',
  'listImages',
  'listNetworks',
  'listBuckets',
  'listInvoices',
  'listAccountTransactions',
  'listVmDataCenters',
  'getCluster',
  'getDisk',
  'getImage',
  'getBucket',
  'createImage',
  'patchClusterMachine',
];

const isOffered = (operation: string, isOld: boolean): boolean =>
  !isOld || !laterOperations.includes(operation);

/** Reports whether an I/O reads a list, which alone can be incomplete; one that is not offered withholds nothing. */
export const canEndEarly =
  (isOld: boolean) =>
  ({ port, name }: Io): boolean =>
    port === 'cloud' && (name.startsWith('list') || name === 'monitorVm') && isOffered(name, isOld);

export function modelCloud({
  world,
  start,
  now,
  witness,
  luck,
  isOld,
  spells,
}: ModelCloudOptions): ModelCloud {
  const quota = () => spellsAt(spells, 'action-quota', now())[0]?.retryAfter ?? null;
  const show = recordsWith(spells, now, witness);
  const { wire } = world;
  const acts = actOperations({ world, now, witness, luck, quota, show });

  const operations: Readonly<Record<string, (request: Request) => unknown>> = {
    listProjects: (request) =>
      listing(
        request,
        world.projects.map((id) => ({ id, billingAccountId: world.account })),
      ),
    getUser: () => ({}),
    listBillingAccounts: (request) => listing(request, [{ id: world.account }]),
    listVms: (request) =>
      listed(request, 'vm', (vm) => {
        if (wire.hasGauges) witness.vmShown(request.process, vm, 'samples', request.askedAt, now());
        return shownVm(request, vm);
      }),
    listMachines: (request) => listed(request, 'machine', acts.shownMachine(request)),
    listVolumes: (request) =>
      listed(request, 'volume', (volume) => wire.volume(showIn(request, recordOf(volume)), volume, now())),
    listClusters: (request) =>
      listed(request, 'cluster', (cluster) => {
        for (const { id } of cluster.machines)
          witness.machineShown(request.process, cluster, `cluster-machine/${id}`, request.askedAt, now());
        return wireCluster(cluster, now());
      }),
    listDisks: (request) => listed(request, 'disk', (disk) => wireDisk(disk, now())),
    listImages: (request) => listed(request, 'image', (image) => wireImage(image, now())),
    listNetworks: (request) => listing(request, []),
    listBuckets: (request) => listed(request, 'bucket', wireBucket),
    listInvoices: (request) => {
      const shown = openInvoices(world.ofAccount, start, now());
      witness.invoicesShown(request.process, shown);
      return listing(request, shown.map(wireInvoice));
    },
    listAccountTransactions: (request) => {
      const told = world.ofAccount.plan.owed ? world.ofAccount.payments : [];
      const newest = told.filter(({ at }) => at <= now()).toReversed();
      witness.paymentsShown(request.process, newest[0] === undefined ? null : newest[0].hasFailed === true);
      return listing(request, newest.slice(0, 20).map(wirePayment));
    },
    listVmDataCenters: (request) => listing(request, dataCenters),
    getVolume: (request) =>
      readAlone(request, 'volume', (volume) => wire.volume(showIn(request, recordOf(volume)), volume, now())),
    getCluster: (request) => readAlone(request, 'cluster', (cluster) => wireCluster(cluster, now())),
    getDisk: (request) => ({ disk: readAlone(request, 'disk', (disk) => wireDisk(disk, now())) }),
    getImage: (request) => ({
      image: readAlone(request, 'image', (image) => wireImage(image, now())),
    }),
    getBucket: (request) => readAlone(request, 'bucket', wireBucket),
    getCurrentSpend: ({ input }) => wireSpend(world, ProjectId.parse(input['id']), now()),
    getBillingAccount(request) {
      const { process } = request;
      const shown = accountShown(world, now());
      witness.accountShown(process, shown);
      return wire.figures(showIn(request, `account/${world.account}`), world, shown);
    },
    listAccountSpend(request) {
      const from = instant(Date.parse(String(request.input['startTime'])));
      const until = earliest(reportedUntil(now()), instant(Date.parse(String(request.input['endTime']))));
      const everyone = [...new Set(world.resources.map(({ project }) => project))];
      const rows = everyone.map((project) => {
        const amount = nanosInWords(toNanos(billOf(world, project, from, until)));
        const row = {
          projectId: project,
          description: 'compute',
          unit: 'UNIT_HOUR',
          unitAmount: '1',
          amount,
        };
        return show(request.process, `account/${world.account}/spend/${project}`, WireSpendRow, row);
      });
      const shown = request.isFlawed ? rows.slice(1) : rows;
      const amounts = shown.flatMap(({ amount }) => amount ?? []);
      // An amount below zero reads as a credit, which hides no use.
      const used = amounts.map((amount) => readNanos(amount)).filter((amount) => amount > 0n);
      const nanos = used.reduce((sum, amount) => sum + amount, 0n);
      const leftOut = shown.length - amounts.length + (request.isFlawed ? 1 : 0);
      witness.spendShown(request.process, { nanos, leftOut });
      return listing(request, rows);
    },
    getVm(request) {
      const vm = theVm(request);
      const other = answeredInPlaceOf(vm, spells, world, now());
      if (other !== null) return wire.oneVm(shownVm(request, other));
      witness.vmShown(request.process, vm, 'vm', request.askedAt, now());
      if (wire.hasGauges && request.process.job === 'act')
        witness.vmShown(request.process, vm, 'samples', request.askedAt, now());
      return wire.oneVm(shownVm(request, vm));
    },
    monitorVm(request) {
      const vm = theVm(request);
      witness.vmShown(request.process, vm, 'samples', request.askedAt, now());
      return listing(
        request,
        world.monitor.shown(vm, now()).map(({ item }) => item),
      );
    },
    ...acts,
    ...wire.own(world, now, listing),
  };

  const showIn =
    ({ process }: Request, name: string): Show =>
    (...record) =>
      show(process, name, ...record);
  const shownVm = (request: Request, vm: TrueVm): unknown =>
    wire.vm(showIn(request, recordOf(vm)), vm, now());

  function theVm({ operation, input }: Request): TrueVm {
    const vm = presentVm(world, ProjectId.parse(input['projectId']), String(input['id']), now());
    if (vm === undefined)
      throw new CloudError('not-found', { operation, message: 'there is no such VM', status: 404 });
    return vm;
  }

  function readAlone<K extends TrueResource['kind']>(
    request: Request,
    kind: K,
    read: (resource: Extract<TrueResource, { kind: K }>) => unknown,
  ): unknown {
    const { operation, input, process } = request;
    const all = present(world, kind, ProjectId.parse(input['projectId']), now());
    const resource = all.find(({ id }) => id === input['id']);
    if (resource === undefined)
      throw new CloudError('not-found', { operation, message: 'there is no such thing', status: 404 });
    witness.shownAlone(process, resource);
    return read(resource);
  }

  function listed<K extends TrueResource['kind']>(
    request: Request,
    kind: K,
    read: (resource: Extract<TrueResource, { kind: K }>) => unknown,
  ): unknown {
    const project = ProjectId.parse(request.input['projectId']);
    const all = present(world, kind, project, now());
    const whole = heldByList(spells, project, all, now());
    const shown = request.isFlawed ? whole.slice(1) : whole;
    witness.listed(request.process, project, kind, shown, !request.isFlawed && whole.length === all.length);
    return listing({ ...request, isFlawed: false }, shown.map(read), request.isFlawed);
  }

  return (request) => {
    const { operation: name, input } = request;
    const project = input['projectId'] ?? (name === 'getCurrentSpend' ? input['id'] : undefined);
    if (project !== undefined && !world.projects.some((known) => known === project))
      throw new CloudError('not-found', { operation: name, message: 'no such project', status: 404 });
    const operation = operations[name];
    if (operation === undefined) throw new TypeError(`the model cloud does not know ${request.operation}`);
    if (!isOffered(name, isOld))
      throw new CloudError('unsupported', { operation: name, message: 'not offered here' });
    return operation(request);
  };
}

/** Answers a list; a flawed one lacks its first item, and reports that. */
function listing({ operation, isFlawed }: Request, items: readonly unknown[], saysSo = isFlawed): unknown {
  const flaw = { kind: 'record', operation, path: 'items[0]', because: 'cannot be read' };
  return { items: isFlawed ? items.slice(1) : items, flaws: saysSo ? [flaw] : [] };
}
