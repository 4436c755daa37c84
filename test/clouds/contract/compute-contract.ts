import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { BillingAccountId, ProjectId } from '../../../lib/model/ids.ts';
import { hours, milliseconds } from '../../../lib/model/time/time.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { creditBalance } from '../../../lib/simulators/compute/world/money/billing.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import { aVm, settled, start } from '../../simulators/compute/a-cloud.ts';
import { secretKey } from '../../support/api-key.ts';
import { aPlatform, quietSamples } from '../../support/clouds/platform.ts';
import { twoOfEverything } from '../../support/clouds/unreadable-platform.ts';
import type { CloudWithReplies, SimulatedCloud } from './cloud-contract.ts';

const [lab, main] = [ProjectId.parse('lab'), BillingAccountId.parse('main')];

async function simulate(): Promise<SimulatedCloud> {
  const clock = virtualClock(start);
  const world = createWorld({ seed: 7, clock });
  const limits = { hourlySpendLimit: '100', monthlySpendLimit: '9000' };
  world.perform({ kind: 'open-account', id: 'main', paymentTerms: 'PREPAID', credit: '1000', ...limits });
  world.perform({ kind: 'create-project', id: 'lab', account: 'main' });
  world.perform(aVm());
  world.perform({ kind: 'create-machine', project: 'lab', id: 'metal', priceHr: '1' });
  world.perform({ kind: 'create-cluster', project: 'lab', id: 'hpc', machines: 2 });
  world.perform({ kind: 'create-volume', project: 'lab', id: 'papers', sizeGib: 100 });
  world.perform({ kind: 'create-disk', project: 'lab', id: 'data', sizeGib: 10 });
  world.perform({ kind: 'create-network', project: 'lab', id: 'net' });
  world.perform({ kind: 'create-bucket', project: 'lab', id: 'models', sizeGib: 40, objects: 3 });
  clock.advance(hours(3));
  const { url, close } = await serveSimulator({ world, keys: [{ key: secretKey, role: 'editor' }] });
  return {
    url,
    close,
    clock,
    key: secretKey,
    project: lab,
    account: main,
    ids: { vm: 'box', machine: 'metal', 'cluster-machine': 'hpc-1' },
    price: { running: '0.5', atRest: '0.5' },
    credit: () => creditBalance(world.state(), main).toFixed(),
    settled: milliseconds(settled),
    addVm(id) {
      world.perform(aVm({ id }));
      return id;
    },
    change(kind, to) {
      const power = to === 'running' ? 'ON' : 'OFF';
      if (kind === 'machine') world.perform({ kind: 'set-power', project: 'lab', machine: 'metal', power });
      else if (kind === 'cluster-machine')
        world.perform({ kind: 'change-cluster-machine', project: 'lab', machine: 'hpc-1', power });
      else {
        const kindOf = { stopped: 'stop-vm', running: 'start-vm', gone: 'terminate-vm' } as const;
        world.perform({ kind: kindOf[to], project: 'lab', vm: 'box' });
      }
    },
  };
}

/** What the compute cloud hands to the suite of all clouds. */
export const computeContract: CloudWithReplies = {
  name: 'compute',
  open: computeCloud,
  simulate,
  replies: {
    platform: aPlatform,
    twoOfEach: (clock) => ({ ...twoOfEverything, monitorVm: () => quietSamples(clock.now()) }),
    names: ['id', 'timestamp'],
    lists: ['machines'],
    onlyNames: ['listBillingAccounts'],
    // Only all disks together show whether an image is used.
    joint: { listDisks: ['inUse'] },
  },
};
