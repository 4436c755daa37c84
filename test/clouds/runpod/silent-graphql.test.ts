import { describe, expect, it } from 'vitest';
import { money } from '../../../lib/model/money/money.ts';
import { earlier, hours, later, minutes } from '../../../lib/model/time/time.ts';
import type { Scope } from '../../../lib/simulators/runpod/http/access.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { aPod, editor, start } from '../../simulators/runpod/an-account.ts';
import { account, aWatchedAccount, pods } from './a-watched-account.ts';

const policy = `
version: 1
rules:
  - { name: too fast, rate: 20 USD an hour, match: { account: "*" } }
  - { name: credit, runway: [3h, 1h] }
`;

const script = [
  {
    at: earlier(start, hours(5)),
    happen(state: Parameters<typeof createPod>[0]) {
      for (const name of ['one', 'two', 'three', 'four']) createPod(state, { ...aPod, name });
    },
  },
];

/** The ways in which GraphQL is unavailable: its end, and a key without its scope. */
const silent = {
  'GraphQL has ended': { without: ['graphql'] as const },
  'the key lacks the scope of GraphQL': {
    keys: [
      {
        key: editor.key,
        scopes: new Set<Scope>([
          'pods:read',
          'catalog:read',
          'billing:read',
          'network-volumes:read',
          'serverless:read',
        ]),
      },
    ],
  },
};

describe.each(Object.entries(silent))('where %s', (_, options) => {
  it('the burn rate of the account is the sum of its projects, as an estimate, and alerts rest on it', async () => {
    const watched = aWatchedAccount({ policy, script, credit: 180, spendLimit: 1_000, ...options });
    await watched.runUntil(later(start, minutes(20)));
    const head = await watched.ledger.head(account);
    const project = await watched.ledger.head(pods);
    if (head?.observation?.kind !== 'account' || project?.observation?.kind !== 'project')
      throw new TypeError('not seen');
    expect(head.observation.burnRate?.toNumber()).toBeCloseTo(4 * 6.36, 0);
    expect(head.observation).toMatchObject({
      rateOfProjects: { unpriced: 0 },
      unreadable: expect.arrayContaining([
        expect.objectContaining({
          field: 'currentSpendPerHr',
          because: expect.stringContaining('an estimate'),
        }),
      ]),
    });
    expect(
      head.alerts
        .filter(({ phase }) => phase === 'firing')
        .map(({ rule }) => rule)
        .toSorted(),
    ).toEqual(['credit', 'too fast']);
    // What accrues of an estimate is one.
    expect(head.meters?.month.estimated?.gt(0)).toBe(true);
  });

  it('a rate without a pod whose price is unknown is a minimum, and resolves no alert', async () => {
    const watched = aWatchedAccount({
      policy: policy.replace('20 USD', '100 USD').replace('[3h, 1h]', '[1h]'),
      script,
      credit: 1_000,
      spendLimit: 1_000,
      ...options,
      change(path, reply) {
        const { pods: list } = Object(reply);
        if (!path.startsWith('/v2/pods') || list === undefined) return reply;
        return { pods: [{ ...list[0], cost: 0 }, ...list.slice(1)] };
      },
    });
    await watched.runUntil(later(start, minutes(20)));
    const head = await watched.ledger.head(account);
    expect(head?.observation).toMatchObject({ rateOfProjects: { unpriced: 1 } });
    expect(head?.unknownFacts.map(({ rule }) => rule).toSorted()).toEqual(['credit', 'too fast']);
  });
});

it('a rate of 0, told twice while pods run, is that of the projects, as an estimate; told once, it is 0', async () => {
  const watched = aWatchedAccount({
    policy,
    script,
    credit: 1_000,
    spendLimit: 1_000,
    change: (_, reply) =>
      JSON.parse(JSON.stringify(reply), (key, value) => (key === 'currentSpendPerHr' ? 0 : value)),
  });
  await watched.runUntil(start);
  expect((await watched.ledger.head(account))?.observation).toMatchObject({ burnRate: money('0') });
  await watched.runUntil(later(start, minutes(10)));
  const head = await watched.ledger.head(account);
  expect(head?.observation).toMatchObject({
    rateOfProjects: { unpriced: 0 },
    unreadable: [{ field: 'burn rate', because: expect.stringContaining('an estimate') }],
  });
  expect(head?.alerts.map(({ rule, phase }) => `${rule} ${phase}`)).toContain('too fast firing');
});

it('the rate is that of the platform while GraphQL reports one', async () => {
  const watched = aWatchedAccount({ policy, script, credit: 1_000, spendLimit: 1_000 });
  await watched.runUntil(later(start, minutes(10)));
  const head = await watched.ledger.head(account);
  expect(head?.observation).not.toHaveProperty('rateOfProjects');
});

it('the document of the platform is read once a day, and again where what it locates is not found', async () => {
  const lasting = aWatchedAccount({ policy, script, credit: 100_000, spendLimit: 1_000 });
  const read = (watched: typeof lasting) =>
    watched.exchanges.filter(({ path }) => path === '/v2/openapi.json').length;
  await lasting.runUntil(later(start, hours(3)));
  expect(read(lasting)).toBe(1);
  const moved = aWatchedAccount({
    policy,
    script,
    credit: 100_000,
    spendLimit: 1_000,
    without: ['getBalance'],
  });
  await moved.runUntil(later(start, minutes(115)));
  expect(read(moved)).toBe(2);
});
