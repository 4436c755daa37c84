import { runpodCloud } from '../../../lib/clouds/runpod/cloud.ts';
import { BillingAccountId, ProjectId } from '../../../lib/model/ids.ts';
import { hours, minutes } from '../../../lib/model/time/time.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { type Scope, scopes } from '../../../lib/simulators/runpod/http/access.ts';
import { serveRunpod } from '../../../lib/simulators/runpod/serve.ts';
import { balanceOf } from '../../../lib/simulators/runpod/world/account.ts';
import {
  createCluster,
  createEndpoint,
  createVolume,
} from '../../../lib/simulators/runpod/world/holdings.ts';
import { createPod, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import { toUsd } from '../../../lib/simulators/runpod/world/tariff.ts';
import { createWorld } from '../../../lib/simulators/runpod/world/world.ts';
import { aPod, start } from '../../simulators/runpod/an-account.ts';
import { secretKey } from '../../support/api-key.ts';
import type { CloudContract, SimulatedCloud } from './cloud-contract.ts';

async function simulate(sparse: number): Promise<SimulatedCloud> {
  const clock = virtualClock(start);
  const world = createWorld({ seed: 7, clock, credit: 1_000, spendLimit: 10_000 });
  // 730 GB at 0.10 USD a GB and month cost 0.10 USD an hour.
  const wanted = { ...aPod, disk: 730, storage: { kind: 'volume', gb: 730 } } as const;
  const pod = createPod(world.state(), wanted);
  createVolume(world.state(), { name: 'datasets', gb: 800 });
  const cluster = createCluster(world.state(), 'sweep');
  const node = createPod(world.state(), { ...aPod, cluster: { id: cluster.id, rank: 0 } });
  createEndpoint(world.state(), { name: 'whisper', gpu: 'NVIDIA L40S', workers: 1 });
  clock.advance(hours(3));
  const keys = [{ key: secretKey, scopes: new Set<Scope>(scopes) }];
  const { url, close } = await serveRunpod({
    world,
    keys,
    sparse,
    rateLimit: { minute: 6_000, hour: 1e6, day: 1e6 },
  });
  return {
    url,
    close,
    clock,
    key: secretKey,
    project: ProjectId.parse('pods'),
    account: BillingAccountId.parse('runpod'),
    ids: { vm: pod.id, 'cluster-machine': node.id },
    price: { running: '6.56', atRest: '0.2' },
    credit: () => String(toUsd(balanceOf(world.state()))),
    settled: minutes(2),
    addVm: (name) => createPod(world.state(), { ...wanted, name }).id,
    change(_, to) {
      const action = { stopped: 'stop', running: 'start', gone: 'terminate' } as const;
      takeAction(world.state(), pod.id, action[to]);
    },
  };
}

const contract = { name: 'runpod', open: runpodCloud } as const;

/** What RunPod hands to the suite of all clouds. */
export const runpodContract: CloudContract = { ...contract, simulate: () => simulate(0) };

/** The same without any member that the platform's document does not require; gauges are among them. */
export const sparseRunpodContract: CloudContract = {
  ...contract,
  variant: ', which leaves out all optional members',
  hides: ['usage of VMs'],
  simulate: () => simulate(1),
};
