import { describe, expect, it } from 'vitest';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { createEndpoint, createVolume } from '../../../lib/simulators/runpod/world/holdings.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { aWatchedAccount } from '../../clouds/runpod/a-watched-account.ts';
import { aPod } from '../../simulators/runpod/an-account.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { eu, us } from './a-deployment.ts';

const address = 'https://api.runpod.test';

type Account = ReturnType<typeof aWatchedAccount>;
type State = ReturnType<Account['world']['state']>;

const anAccountWith = (resources: (state: State) => void, seed = 7) => {
  const account = aWatchedAccount({ seed });
  resources(account.world.state());
  return account;
};
const withPod = (seed: number) => anAccountWith((state) => void createPod(state, aPod), seed);

/** Polls two connections at two spellings of one address, twice, and returns the heads after each poll. */
async function polled(first: Account, second: Account) {
  const ledger = memoryLedger();
  const ports = {
    clock: first.clock,
    ledger,
    log: () => {},
    connections: [
      { name: eu, address, provider: first.cloud },
      { name: us, address: `${address}/`, provider: second.cloud },
    ],
  };
  const once = async () => {
    const { failures } = await watch(ports, { policy: aPolicy() });
    const heads = await ledger.heads();
    return { failures, targets: heads.map(({ target }) => target).toSorted() };
  };
  return [await once(), await once()] as const;
}

const ofBoth = ['account@eu/runpod', 'account@us/runpod', 'project@eu/pods', 'project@us/pods'];
const ofFirst = ['account@eu/runpod', 'project@eu/pods'];

describe('Two accounts of a cloud whose targets have the same names in every account', () => {
  it('are both polled', async () => {
    for (const { failures, targets } of await polled(withPod(7), withPod(8))) {
      expect(failures).toEqual([]);
      expect(targets).toEqual(ofBoth);
    }
  });

  it.each([
    ['a pod', (state: State) => void createPod(state, aPod), /vm \w{14}/],
    [
      'a network volume',
      (state: State) => void createVolume(state, { name: 'data', gb: 100 }),
      /volume \w{10}/,
    ],
    [
      'an endpoint',
      (state: State) => void createEndpoint(state, { name: 'chat', gpu: 'NVIDIA L40S', workers: 1 }),
      /cluster \w{14}/,
    ],
    ['nothing', () => {}, /the account of user_\w{27}/],
  ])(
    'are refused as one account from the first poll on, and nothing of the second is counted, where both show %s (invariant 29)',
    async (_, resources, mark) => {
      const account = anAccountWith(resources);
      for (const { failures, targets } of await polled(account, account)) {
        expect(failures).toMatchObject([
          {
            connection: 'us',
            error: { message: expect.stringMatching(`shows ${mark.source}, as connection eu does`) },
          },
        ]);
        expect(targets).toEqual(ofFirst);
      }
    },
  );

  it('are both polled where the platform does not show whose they are', async () => {
    const change = (path: string, reply: unknown) => (path === '/graphql' ? { data: { myself: {} } } : reply);
    const [first, second] = [aWatchedAccount({ change }), aWatchedAccount({ change })];
    for (const { failures } of await polled(first, second)) expect(failures).toEqual([]);
  });

  it('are one account that continues under another name where a pod is the same, and two doubtful ones where none is (invariant 29)', async () => {
    const [account, other] = [withPod(7), withPod(8)];
    for (const [now, expected] of [
      [account, ['account@us/runpod', 'project@us/pods']],
      [other, ofBoth],
    ] as const) {
      const ledger = memoryLedger();
      const ports = { clock: account.clock, ledger, log: () => {} };
      const poll = (name: typeof eu, { cloud }: Account) =>
        watch({ ...ports, connections: [{ name, address, provider: cloud }] }, { policy: aPolicy() });
      await poll(eu, account);
      account.clock.advance(minutes(5));
      await poll(us, now);
      const heads = await ledger.heads();
      expect(heads.map(({ target }) => target).toSorted()).toEqual(expected);
      const doubts = heads.filter(({ mayCountTwice }) => mayCountTwice !== undefined);
      expect(doubts).toHaveLength(now === account ? 0 : 2);
    }
  });
});
