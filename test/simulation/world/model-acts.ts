import { WireMachine } from '../../../lib/clouds/compute/wire/machine.ts';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import type { ActionKind } from '../../../lib/model/action-kind.ts';
import { ProjectId, ResourceId } from '../../../lib/model/ids.ts';
import {
  type Instant,
  later,
  milliseconds,
  minutes,
  type Span,
  seconds,
} from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { Request } from './model-cloud.ts';
import {
  recordOf,
  stateOf,
  switchPower,
  type TrueImage,
  type TrueMachine,
  type TrueResource,
} from './true-resource.ts';
import type { ShowRecord } from './unreadable-record.ts';
import { deleteVm, startVm, stopVm } from './vm-life.ts';
import { wireMachine } from './wire-form.ts';
import type { Witness } from './witness.ts';
import { present, presentVm, type World } from './world.ts';

export type ActionInput = {
  readonly world: World;
  readonly now: () => Instant;
  readonly witness: Witness;
  /** Random durations, and failures of images. */
  readonly luck: Random;
  /** Returns the wait that the cloud now asks for; `null` while it accepts requests. */
  readonly quota: () => Span | null;
  readonly show: ShowRecord;
};

/** Returns the operations that change the cloud. They carry out sensible requests and refuse others. */
export function actOperations({ world, now, witness, luck, quota, show }: ActionInput) {
  const takes = () => luck.span(seconds(20), seconds(80));
  const { endsAtOnce, holds } = world.wire;
  const takesToEnd = () => (endsAtOnce ? milliseconds(0) : takes());

  function done(
    { process, operation, askedAt }: Request,
    request: { readonly action: ActionKind; readonly on: TrueResource; readonly id?: string },
    perform: () => boolean,
  ): object {
    const { action, on } = request;
    const kind = on.kind === 'cluster' ? 'cluster-machine' : on.kind;
    const subject = `project/${on.project}/${kind}/${request.id ?? on.id}`;
    const retryAfter = quota();
    const hadEffect = retryAfter === null && perform();
    witness.acted({ process, action, on, subject, askedAt, at: now(), hadEffect, retryAfter });
    if (retryAfter !== null)
      throw new CloudError('rate-limited', {
        operation,
        message: 'too many requests',
        status: 429,
        retryAfter,
      });
    if (!hadEffect)
      throw new CloudError('conflict', { operation, message: 'not in this state', status: 409 });
    return {};
  }

  const theVm = (request: Request, id: unknown) =>
    presentVm(world, projectOf(request), String(id), now()) ?? missing(request);
  const theMachine = (request: Request) =>
    present(world, 'machine', projectOf(request), now()).find(({ id }) => id === request.input['id']) ??
    missing(request);

  const shownMachine =
    ({ process }: Request) =>
    (machine: TrueMachine) =>
      show(process, recordOf(machine), WireMachine, wireMachine(machine, now()));

  function makeImage(request: Request): object {
    const vm = theVm(request, request.input['vmId']);
    const id = ResourceId.parse(request.input['id']);
    const isTaken = present(world, 'image', vm.project, now()).some((image) => image.id === id);
    return done(request, { action: 'image', on: vm }, () => {
      const createdAt = now();
      const ends = { from: later(createdAt, luck.span(minutes(2), minutes(40))), isGood: luck.chance(0.85) };
      if (isTaken) return false;
      const made: TrueImage = {
        kind: 'image',
        project: vm.project,
        id,
        price: 1_000_000n,
        priceText: '0.001',
        createdAt,
        goneAt: null,
        phases: [
          { from: createdAt, state: 'CREATING' },
          { from: ends.from, state: ends.isGood ? 'READY' : 'FAILED' },
        ],
        createdBy: null,
        commitments: [],
        of: vm,
      };
      world.resources.push(made);
      return true;
    });
  }

  return {
    shownMachine,
    stopVm(request: Request) {
      const vm = theVm(request, request.input['id']);
      return done(
        request,
        { action: 'stop', on: vm },
        () => !holds(vm, now()) && stopVm(vm, now(), takesToEnd()),
      );
    },
    startVm(request: Request) {
      const vm = theVm(request, request.input['id']);
      return done(request, { action: 'start', on: vm }, () => startVm(vm, now(), takes()));
    },
    terminateVm(request: Request) {
      const vm = theVm(request, request.input['id']);
      return done(request, { action: 'terminate', on: vm }, () => deleteVm(vm, now(), takesToEnd()));
    },
    createImage: makeImage,
    getMachine(request: Request) {
      const machine = theMachine(request);
      witness.machineShown(request.process, machine, `machine/${machine.id}`, request.askedAt, now());
      return shownMachine(request)(machine);
    },
    patchMachine(request: Request) {
      const machine = theMachine(request);
      const to = powerIn(request);
      done(request, { action: actionOf(to), on: machine }, () => switchPower(machine, now(), takes(), to));
      return shownMachine(request)(machine);
    },
    patchClusterMachine(request: Request) {
      for (const cluster of present(world, 'cluster', projectOf(request), now())) {
        const node = cluster.machines.find(({ id }) => id === request.input['id']);
        if (node === undefined) continue;
        const to = powerIn(request);
        done(request, { action: actionOf(to), on: cluster, id: node.id }, () =>
          switchPower(node, now(), takes(), to),
        );
        return { id: node.id, powerState: stateOf(node, now()) };
      }
      return missing(request);
    },
  };
}

const projectOf = ({ input }: Request) => ProjectId.parse(input['projectId']);
const actionOf = (to: 'ON' | 'OFF'): ActionKind => (to === 'ON' ? 'power-on' : 'power-off');

function powerIn({ input }: Request): 'ON' | 'OFF' {
  const { body } = input;
  const asked = typeof body === 'object' && body !== null && 'powerState' in body ? body.powerState : null;
  if (asked !== 'ON' && asked !== 'OFF') throw new TypeError(`no power state: ${String(asked)}`);
  return asked;
}

function missing({ operation }: Request): never {
  throw new CloudError('not-found', { operation, message: 'there is no such thing', status: 404 });
}
