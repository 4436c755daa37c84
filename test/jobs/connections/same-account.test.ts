import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failing } from '../../support/clouds/scripted-cloud.ts';
import { anyRespelled, spellings } from '../../support/spellings.ts';
import { runs } from '../../support/tier.ts';
import { aDeployment, eu, everyFiveMinutes, us } from './a-deployment.ts';

const address = 'https://one.test';
const refusal =
  'connection us shows project lab, as connection eu does: this connection is not polled, and no action is taken through it. Remove one of the two from the settings, or give one a key of another account';

describe('the same account under two connections', () => {
  it('is refused: the later one in the settings is not polled and takes no action, and both are named', async () => {
    const deployment = aDeployment();
    const connections = [eu, us].map((name) => deployment.connect({ name, address }));
    for (const time of everyFiveMinutes) {
      const { watched } = await deployment.run(time, connections);
      expect(watched.failures).toMatchObject([{ connection: 'us', error: { message: refusal } }]);
    }
    expect(await deployment.headsOf(us)).toEqual([]);
    expect(deployment.asked(us).some((asked) => asked.startsWith('listVms'))).toBe(false);
    expect(deployment.changes(eu)).toEqual(['stopVm lab/box']);
    expect(deployment.changes(us)).toEqual([]);
    expect(deployment.told()).toMatchObject([{ matter: 'sight', connection: 'us', because: refusal }]);
  });

  it.each(spellings)(
    'is used for actions through only one of them where an address has %s (invariant 29)',
    async (_, respell) => {
      const deployment = aDeployment();
      const connections = [
        deployment.connect({ name: eu, address: `${address}/api` }),
        deployment.connect({ name: us, address: respell(`${address}/api`) }),
      ];
      for (const time of everyFiveMinutes) await deployment.run(time, connections);
      expect([deployment.changes(eu), deployment.changes(us)]).toEqual([['stopVm lab/box'], []]);
    },
  );

  it('counts once, however its address is spelled (invariant 29)', async () => {
    await fc.assert(
      fc.asyncProperty(anyRespelled, async ({ address, respelled }) => {
        const deployment = aDeployment();
        const connections = [
          deployment.connect({ name: eu, address }),
          deployment.connect({ name: us, address: respelled }),
        ];
        for (const time of ['10:00', '10:05']) await deployment.run(time, connections);
        expect(await deployment.headsOf(eu)).toHaveLength(2);
        expect(await deployment.headsOf(us)).toEqual([]);
      }),
      runs(60),
    );
  });

  it('is refused as well where the later one was polled before the other was added', async () => {
    const deployment = aDeployment();
    const [first, second] = [eu, us].map((name) => deployment.connect({ name, address }));
    if (first === undefined || second === undefined) expect.fail('no connections');
    for (const time of everyFiveMinutes.slice(0, 12)) await deployment.run(time, [second]);
    for (const time of everyFiveMinutes.slice(12)) {
      const { watched } = await deployment.run(time, [first, second]);
      expect(watched.failures).toMatchObject([{ connection: 'us', error: { message: refusal } }]);
    }
    expect(deployment.changes(us)).toEqual([]);
    expect(await deployment.headsOf(us)).toEqual([]);
  });

  it('is never used for actions through both, even where the first cannot list its targets (invariant 6)', async () => {
    const deployment = aDeployment();
    const connections = [eu, us].map((name) => deployment.connect({ name, address }));
    await deployment.run('10:00', connections.slice(0, 1));
    deployment.platform(eu)?.answer('listProjects', () => {
      throw failing('unavailable');
    });
    for (const time of everyFiveMinutes.slice(1)) await deployment.run(time, connections);
    expect(deployment.changes(us)).toEqual([]);
    expect(await deployment.headsOf(us)).toEqual([]);
  });

  it.each([
    ['two addresses', 'https://other.test', {}],
    [
      'other names',
      address,
      { listProjects: () => [{ id: 'shop' }], listBillingAccounts: () => [{ id: 'second' }] },
    ],
  ])('is not assumed with %s', async (_, other, answers) => {
    const deployment = aDeployment();
    const connections = [
      deployment.connect({ name: eu, address }),
      deployment.connect({ name: us, address: other, answers }),
    ];
    const { watched } = await deployment.run('10:00', connections);
    expect(watched.failures).toEqual([]);
    expect(await deployment.headsOf(us)).toHaveLength(2);
  });
});
