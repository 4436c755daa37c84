import { describe, expect, it } from 'vitest';
import { days, milliseconds, minutes, type Span } from '../../lib/model/time/time.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { waitingStops } from '../jobs/act/an-actor.ts';
import { aSkewedMachine } from '../jobs/watch/a-skewed-machine.ts';
import { failing } from '../support/clouds/scripted-cloud.ts';
import { embeddedServer } from '../support/embedded-server.ts';
import { aStack, resourceIn } from './a-stack.ts';
import { boundClient } from './bound-client.ts';

const { template } = aStack();
const policyOf = (prefix: string) => resourceIn(template, 'AWS::IAM::Policy', `${prefix}Role`).properties;

describe('watch and act over a ledger that allows them only what the stack grants', {
  timeout: 60_000,
}, () => {
  const emptyTable = embeddedServer();
  const none = milliseconds(0);

  async function aBoundMachine(options: Parameters<typeof aSkewedMachine>[0] = {}) {
    const { client, table } = await emptyTable();
    const legs = {
      watch: boundClient(client, policyOf('SpendwatchWatch')),
      act: boundClient(client, policyOf('SpendwatchAct')),
    };
    const ledger = dynamoLedger({ client, table });
    const reachedBy = (job: 'watch' | 'act') => dynamoLedger({ client: legs[job].client, table });
    const machine = aSkewedMachine({ ...options, ledger, reachedBy });
    return { legs, machine };
  }

  it('are denied no request in a day on which a VM is stopped and clocks are wrong, and alert on the clocks', async () => {
    const { legs, machine } = await aBoundMachine();
    const passes: readonly (readonly [time: string, watch?: Span, act?: Span])[] = [
      ['11:02'],
      // A wrong clock that `watch` alone meets, and then one that `act` alone meets.
      ['11:10', days(30)],
      ['11:15'],
      ['11:20', none, minutes(11)],
    ];
    await machine.ledger.commit({ ...waitingStops('box'), seq: 1 });
    for (const [time, watch = none, act = none] of passes) {
      await machine.act(time, act);
      await machine.watch(time, watch);
    }
    expect(machine.asked.filter((question) => question.startsWith('stopVm'))).toHaveLength(1);
    expect(machine.sent.map(({ id }) => id)).toContain('blind/clock#2026-11-21T11:15:00Z#1');
    expect(legs.watch.denied).toEqual([]);
    expect(legs.act.denied).toEqual([]);
    expect(legs.watch.asked).toContain('PutItem noted');
    expect(legs.act.asked).toContain('PutItem control');
  });

  it('alert on heads from the future, and on a key that was rejected before the first project', async () => {
    const ahead = await aBoundMachine({ minds: false });
    await ahead.machine.watch('10:00', days(30));
    await ahead.machine.watch('10:05');
    await ahead.machine.act('10:05');
    expect(ahead.machine.sent.map(({ id }) => id)).toContain('blind/clock#2026-11-21T10:05:00Z#1');
    const rejected = await aBoundMachine({
      answers: {
        listProjects: () => {
          throw failing('unauthenticated', 'the cloud rejected the API key');
        },
      },
    });
    for (const time of ['10:00', '10:05', '10:10', '10:15']) {
      await rejected.machine.watch(time);
      await rejected.machine.act(time);
    }
    expect(rejected.machine.sent.map(({ id }) => id)).toEqual(['blind/sight#2026-11-21T10:00:00Z#1']);
    for (const { legs } of [ahead, rejected]) expect([...legs.watch.denied, ...legs.act.denied]).toEqual([]);
  });
});
