import { type Instant, later, type Span, seconds } from '../../../model/time/time.ts';
import type { PodAction, PodStatus } from '../wire/pod.ts';
import { balanceOf, enter } from './account.ts';
import { podRates, rateNow } from './charges.ts';
import { newId } from './ids.ts';
import {
  type Compute,
  type Pod,
  Refusal,
  type State,
  type Storage,
  statusOf,
  type Workload,
} from './state.ts';
import { gpuTypes, toHourly } from './tariff.ts';

export type NewPod = {
  readonly name: string;
  readonly compute: Compute;
  readonly image?: string;
  readonly ports?: readonly string[];
  readonly disk?: number;
  readonly storage?: Storage;
  readonly dataCenter?: string;
  readonly cluster?: Pod['cluster'];
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: string;
  readonly registry?: string;
  readonly workload?: Workload;
  /** True if its container never comes up. */
  readonly isBroken?: boolean;
};

const untilStarting: Span = seconds(20);
const untilRunning: Span = seconds(70);

/** Creates a pod. @throws Refusal when it cannot be placed or paid. */
export function createPod(state: State, wanted: NewPod): Pod {
  const { compute, storage = { kind: 'none' }, cluster = null } = wanted;
  if (compute.kind === 'gpu' && !gpuTypes.has(compute.id))
    throw new Refusal(400, `there are no instances available with GPU type ${compute.id}`);
  if (storage.kind === 'network' && state.volumes.get(storage.id)?.deletedAt !== null)
    throw new Refusal(404, `network volume ${storage.id} not found`);
  const pod: Pod = {
    id: newId(state, 'pod'),
    name: wanted.name,
    image: wanted.image ?? 'runpod/pytorch',
    ports: wanted.ports ?? ['8888/http', '22/tcp'],
    compute,
    disk: wanted.disk ?? 50,
    storage,
    dataCenter: wanted.dataCenter ?? 'US-KS-2',
    cluster,
    createdAt: state.at,
    env: wanted.env ?? {},
    args: wanted.args ?? '',
    registry: wanted.registry ?? null,
    locked: false,
    workload: wanted.workload ?? { kind: 'training' },
    life: [{ at: state.at, status: 'PROVISIONING' }],
    ahead: [],
    place: 'kept',
    hasGpus: compute.kind === 'gpu',
    isBroken: wanted.isBroken ?? false,
  };
  mustPay(state, pod);
  pod.ahead = aheadOf(pod, state.at);
  state.pods.set(pod.id, pod);
  return pod;
}

/** A pod that never comes up stays in STARTING, and is charged. */
const aheadOf = (pod: Pod, at: Instant): Pod['ahead'] => [
  { at: later(at, untilStarting), status: 'STARTING' },
  ...(pod.isBroken ? [] : [{ at: later(at, untilRunning), status: 'RUNNING' as const }]),
];

function mustPay(state: State, pod: Pod): void {
  const { gpu, cpu } = podRates(pod, 'RUNNING');
  if (state.mode === 'PREPAID' && balanceOf(state) <= 0n) throw new Refusal(402, 'insufficient balance');
  if (toHourly(rateNow(state) + gpu + cpu) > state.spendLimit)
    throw new Refusal(400, 'the spend limit of the account would be exceeded');
}

const actionsIn: Readonly<Record<PodStatus, readonly PodAction[]>> = {
  PROVISIONING: ['stop', 'terminate'],
  STARTING: ['stop', 'terminate'],
  RUNNING: ['stop', 'restart', 'terminate'],
  EXITED: ['start', 'terminate'],
  ERROR: ['start', 'terminate'],
  TERMINATED: [],
};

/** Returns the actions that may be asked for now: none of a cluster's pod, and no stop or restart of a locked one. */
export function actionsOf(pod: Pod): readonly PodAction[] {
  if (pod.cluster !== null) return [];
  return actionsIn[statusOf(pod)].filter(
    (action) => !(pod.locked && (action === 'stop' || action === 'restart')),
  );
}

/** Returns a pod. @throws Refusal when there is none, as after its termination. */
export function podOf(state: State, id: string): Pod {
  const pod = state.pods.get(id);
  if (pod === undefined || statusOf(pod) === 'TERMINATED') throw new Refusal(404, `pod ${id} not found`);
  return pod;
}

/** Takes an action. @throws Refusal when it is not valid now. */
export function takeAction(state: State, id: string, action: PodAction): Pod {
  const pod = podOf(state, id);
  if (pod.cluster !== null)
    throw new Refusal(409, `pod ${id} belongs to cluster ${pod.cluster.id}, which manages it`);
  if (!actionsOf(pod).includes(action))
    throw new Refusal(
      409,
      `${action} is not valid for a ${pod.locked ? 'locked ' : ''}pod in ${statusOf(pod)}`,
    );
  switch (action) {
    case 'stop':
      enter(pod, 'EXITED', state.at);
      return pod;
    case 'terminate':
      enter(pod, 'TERMINATED', state.at);
      return pod;
    case 'restart':
      begin(pod, state.at);
      return pod;
    case 'start':
      if (pod.place === 'refused')
        throw new Refusal(400, 'there are not enough free GPUs on the host machine to start this pod');
      mustPay(state, pod);
      pod.hasGpus = pod.compute.kind === 'gpu' && pod.place === 'kept';
      begin(pod, state.at);
      return pod;
  }
}

function begin(pod: Pod, at: Instant): void {
  enter(pod, 'STARTING', at);
  pod.ahead = aheadOf(pod, at).filter(({ status }) => status === 'RUNNING');
}
