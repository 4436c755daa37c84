import type { Instant } from '../../../lib/model/time/time.ts';
import type { Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import { type NanoPrice, recordOf, stateOf, type TrueResource, type TrueVm } from '../world/true-resource.ts';
import type { AccountShown } from '../world/witness.ts';

/** The result of one list of a poll: complete, incomplete, or failed. */
export type ListPoll = {
  readonly shown: readonly TrueResource[];
  /** Those that were shown as stopped. */
  readonly stopped: readonly TrueResource[];
  /** The ids of those that were read by their ids, and are not there. */
  readonly absent: readonly string[];
  readonly isWhole: boolean;
  readonly failed: boolean;
  /** The time when it was shown. */
  readonly at: Instant;
};

/** The true content of one poll of a target, and whether anything was withheld from it. */
export type BufferedObservation = {
  readonly lists: Partial<Record<TrueResource['kind'], ListPoll>>;
  account: AccountShown | null;
  /** True if any request about the target failed, completely or in part; those about one VM are separate. */
  hadTrouble: boolean;
  /** VMs without samples. A VM that was already gone has nothing to withhold. */
  readonly unsampled: Set<string>;
  /** VMs whose samples were shown, and when. */
  readonly sampled: Map<string, { readonly vm: TrueVm; readonly at: Instant }>;
};

const listNames: Readonly<Record<string, TrueResource['kind']>> = {
  listVms: 'vm',
  listMachines: 'machine',
  listVolumes: 'volume',
  listDisks: 'disk',
  listImages: 'image',
  listClusters: 'cluster',
  listBuckets: 'bucket',
};

const readsById: Readonly<Record<string, TrueResource['kind']>> = {
  getVm: 'vm',
  getMachine: 'machine',
  getVolume: 'volume',
  getCluster: 'cluster',
  getDisk: 'disk',
  getImage: 'image',
  getBucket: 'bucket',
};

/** The polls of every running process. */
export type PollBook = { of(process: Process, target: string): BufferedObservation };

export function pollBook(now: () => Instant, account: string): Observer & PollBook {
  const buffered = new WeakMap<Process, Map<string, BufferedObservation>>();

  function of(process: Process, target: string): BufferedObservation {
    const ofProcess = buffered.get(process) ?? new Map<string, BufferedObservation>();
    buffered.set(process, ofProcess);
    const known = ofProcess.get(target);
    if (known) return known;
    const poll: BufferedObservation = {
      lists: {},
      account: null,
      hadTrouble: false,
      unsampled: new Set(),
      sampled: new Map(),
    };
    ofProcess.set(target, poll);
    return poll;
  }

  /** Resources that were shown by their ids, and whether they were stopped, before it is known that the answer arrives. */
  const shownAlone = new WeakMap<Process, Map<string, { resource: TrueResource; isStopped: boolean }>>();

  function showAlone(process: Process, resource: TrueResource): void {
    if (process.job !== 'watch') return;
    const shown = shownAlone.get(process) ?? new Map();
    const isStopped = stateOf(resource, now()) === 'STOPPED';
    shownAlone.set(process, shown.set(recordOf(resource), { resource, isStopped }));
  }

  /** Adds a resource that a poll read by its id, since its list lacked it. */
  function answered(process: Process, target: string, operation: string, id: string): void {
    const { lists } = of(process, target);
    const kind = readsById[operation];
    const list = kind && lists[kind];
    const known = shownAlone.get(process)?.get(`${target}/${kind}/${id}`);
    if (kind === undefined || list === undefined || known === undefined) return;
    const { resource, isStopped } = known;
    if (list.shown.includes(resource)) return;
    lists[kind] = {
      ...list,
      shown: [...list.shown, resource],
      stopped: isStopped ? [...list.stopped, resource] : list.stopped,
    };
  }

  return {
    of,
    listed(process, project, kind, shown, isWhole) {
      const { lists } = of(process, `project/${project}`);
      const stopped = shown.filter((resource) => stateOf(resource, now()) === 'STOPPED');
      const { failed = false, absent = [] } = lists[kind] ?? {};
      lists[kind] = { shown, stopped, absent, isWhole, failed, at: now() };
    },
    accountShown(process, shown) {
      of(process, `account/${account}`).account = shown;
    },
    vmShown(process, vm, what, _askedAt, at) {
      if (what === 'samples') of(process, `project/${vm.project}`).sampled.set(vm.id, { vm, at });
      else showAlone(process, vm);
    },
    machineShown(process, machine) {
      if (machine.kind === 'machine') showAlone(process, machine);
    },
    shownAlone: showAlone,
    answered,
    notFound(process, target, operation, id) {
      const { lists } = of(process, target);
      const kind = readsById[operation];
      const list = kind && lists[kind];
      if (kind !== undefined && list !== undefined) lists[kind] = { ...list, absent: [...list.absent, id] };
    },
    struck(process, io, fault) {
      if (io.port !== 'cloud' || io.target === null || fault.kind === 'delay') return;
      const poll = of(process, io.target);
      if (io.vm === undefined) poll.hadTrouble = true;
      else poll.unsampled.add(io.vm);
      const failed = fault.kind === 'refused' || fault.kind === 'lost-answer';
      const alone = readsById[io.name];
      const list = alone === undefined ? undefined : poll.lists[alone];
      if (failed && alone !== undefined && list !== undefined)
        poll.lists[alone] = { ...list, isWhole: false };
      const kind = listNames[io.name];
      if (kind !== undefined)
        poll.lists[kind] = { shown: [], stopped: [], absent: [], isWhole: false, failed, at: now() };
    },
  };
}

/** Reports whether anything that a decision about one VM depends on was withheld from a poll. */
export const wasBlindedTo = ({ hadTrouble, unsampled }: BufferedObservation, vm: string): boolean =>
  hadTrouble || unsampled.has(vm);

export const wholeAt = (poll: BufferedObservation, kind: TrueResource['kind']): boolean => {
  const list = poll.lists[kind];
  return list !== undefined && !list.failed && list.isWhole;
};

/** Reports whether a resource was shown in a list that ended early, which nobody notices who knew of no more. */
export const wasInCutList = ({ lists }: BufferedObservation, subject: string): boolean =>
  Object.values(lists).some(
    ({ shown, isWhole, failed }) =>
      !isWhole &&
      !failed &&
      shown.some(({ kind, id, project }) => subject === `project/${project}/${kind}/${id}`),
  );

export type Seen = {
  readonly resource: TrueResource;
  readonly seenAt: Instant;
  /** Its listed state. */
  readonly state: string;
  /** The price that is charged over time. */
  readonly price: NanoPrice;
};
