import { takeAction } from '../../lib/clouds/compute/actions/take-action.ts';
import { getVm, stopVm } from '../../lib/clouds/compute/contract/vms.ts';
import { type ClientOptions, connectClient } from '../../lib/clouds/http/client.ts';
import { CloudError } from '../../lib/clouds/http/errors.ts';
import { ProjectId, VmId } from '../../lib/model/ids.ts';
import { seconds } from '../../lib/model/time/time.ts';
import { secretKey } from '../support/api-key.ts';
import { recordingClock } from '../support/recording-clock.ts';

/** The outcome of one kind of fault for a read, for a change, and for a stop that `act` carries out. */
export type Outcomes = {
  /** The error's kind, or "answered". */
  readonly read: string;
  readonly reads: number;
  readonly change: string;
  readonly changes: number;
  readonly mayHaveHappened: boolean;
  readonly stop: string;
  /** Everything thrown or logged meanwhile, and the outcome of the stop. */
  readonly told: readonly unknown[];
};

const vm = { projectId: ProjectId.parse('lab'), id: VmId.parse('vm-1') };

/** Asks the address for a VM, asks it to stop one, and lets `act` stop one. */
export async function outcomesOf(baseUrl: string, overrides: Partial<ClientOptions> = {}): Promise<Outcomes> {
  const clock = recordingClock();
  let repeats = 0;
  const told: unknown[] = [];
  const { close, ...cloud } = connectClient({
    baseUrl,
    apiKey: secretKey,
    clock,
    random: () => 0.5,
    log: (event, details) => {
      told.push({ event, details });
      if (event === 'cloud request will be retried') repeats += 1;
    },
    ...overrides,
  });
  async function ask(request: () => Promise<unknown>) {
    repeats = 0;
    try {
      await request();
      return { kind: 'answered', attempts: repeats + 1, mayHaveHappened: true };
    } catch (error) {
      told.push(error);
      if (!(error instanceof CloudError)) throw error;
      return { kind: error.kind, attempts: repeats + 1, mayHaveHappened: error.mayHaveHappened };
    }
  }
  try {
    const read = await ask(() => cloud.call(getVm, vm));
    const change = await ask(() => cloud.call(stopVm, vm));
    const resource = { kind: 'vm', id: 'box' } as const;
    const order = { project: vm.projectId, resource, image: null, because: 'idle', rereadWithin: seconds(4) };
    const stop = await takeAction(cloud, clock.now, {
      ...order,
      kind: 'stop',
      check: () => ({ kind: 'go' }),
    });
    return {
      read: read.kind,
      reads: read.attempts,
      change: change.kind,
      changes: change.attempts,
      mayHaveHappened: change.mayHaveHappened,
      stop: stop.kind,
      told: [...told, stop],
    };
  } finally {
    await close();
  }
}
