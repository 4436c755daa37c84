import { describe, expect, it } from 'vitest';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { aWatchedAccount } from '../../clouds/runpod/a-watched-account.ts';
import { aPod } from '../../simulators/runpod/an-account.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { eu, us } from './a-deployment.ts';

const address = 'https://api.runpod.test';

/** Two polls of two connections at one address, whose accounts hold a pod each. */
async function polled(podOf: readonly [string, string]) {
  const ledger = memoryLedger();
  const [first, second] = podOf.map((id) => {
    const account = aWatchedAccount();
    createPod(account.world.state(), { ...aPod, id });
    return account;
  });
  if (first === undefined || second === undefined) return expect.fail('no accounts');
  const ports = {
    clock: first.clock,
    ledger,
    log: () => {},
    connections: [
      { name: eu, address, provider: first.cloud },
      { name: us, address, provider: second.cloud },
    ],
  };
  const once = () => watch(ports, { policy: aPolicy() });
  return [await once(), await once()] as const;
}

describe('two accounts of a cloud that names targets alike in all', () => {
  it('are both watched, though their targets have the same names', async () => {
    for (const { failures, targets } of await polled(['tune', 'serve'])) {
      expect(failures).toEqual([]);
      expect(targets.map(({ target }) => target).toSorted()).toEqual([
        'account@eu/runpod',
        'account@us/runpod',
        'project@eu/pods',
        'project@us/pods',
      ]);
    }
  });

  it('are refused as one account once both show the same pod', async () => {
    const [, { failures }] = await polled(['tune', 'tune']);
    expect(failures).toMatchObject([
      {
        connection: 'us',
        error: { message: expect.stringContaining('shows vm tune, as connection eu does') },
      },
    ]);
  });
});
