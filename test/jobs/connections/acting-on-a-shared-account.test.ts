import { describe, expect, it } from 'vitest';
import type { ConnectionName } from '../../../lib/model/connection-name.ts';
import type { TargetId } from '../../../lib/model/ids.ts';
import type { Head } from '../../../lib/state/head.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { waitingStops } from '../act/an-actor.ts';
import { aDeployment, eu, us } from './a-deployment.ts';

/** Returns a head as a target of a connection: its target and all its subjects. */
const ofConnection = (head: Head, name: ConnectionName): Head => {
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll('project/lab', `project@${name}/lab`);
    if (Array.isArray(value)) return value.map(renamed);
    // Money is an object of its own class, without names.
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, renamed(member)]));
  };
  return { ...(renamed(head) as Head), target: `project@${name}/lab` as TargetId, seq: 1 };
};

describe('pending stops under two connections of one account (invariants 6 and 29)', () => {
  const answers = { getVm: () => ({ VM: boxOnTheWire() }) };

  /** Runs `act` on a pending stop of the same VM under each connection, however it came to be stored. */
  async function afterActing(addresses: readonly [eu: string, us: string]) {
    const deployment = aDeployment();
    const connections = [eu, us].map((name, index) =>
      deployment.connect({ name, address: addresses[index] ?? '', answers }),
    );
    for (const name of [eu, us]) await deployment.ledger.commit(ofConnection(waitingStops('box'), name));
    await deployment.act('11:00', connections);
    return deployment;
  }

  it('are carried out only through the first in the settings, and the other one is named and left alone', async () => {
    const deployment = await afterActing(['https://one.test', 'https://ONE.test/']);
    expect([deployment.changes(eu), deployment.changes(us)]).toEqual([['stopVm lab/box'], []]);
    expect(deployment.lines.filter((line) => line.startsWith('connection-left-alone'))).toEqual([
      expect.stringContaining('connection us shows project lab, as connection eu does'),
    ]);
  });

  it('are both carried out where these are two accounts', async () => {
    const deployment = await afterActing(['https://one.test', 'https://two.test']);
    expect([deployment.changes(eu), deployment.changes(us)]).toEqual([
      ['stopVm lab/box'],
      ['stopVm lab/box'],
    ]);
  });
});
