import { expect, it } from 'vitest';
import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import { ClockError } from '../../lib/clouds/http/clock-error.ts';
import { unnamedConnection } from '../../lib/jobs/ports.ts';
import { days, later, milliseconds } from '../../lib/model/time/time.ts';
import { onePass } from '../../lib/service/one-pass.ts';
import { anActor, announced } from '../jobs/act/an-actor.ts';
import { aHead, anObservation } from '../support/builders/observation-builders.ts';
import { aPolicy } from '../support/builders/policy-builders.ts';
import { on } from '../support/timeline.ts';

it('pending notifications are sent also when the poll fails as a whole (invariant 8)', async () => {
  const actor = await anActor([announced()]);
  const sent: string[] = [];
  const broken = () => Promise.reject(new TypeError('a mistake'));
  const pass = onePass(
    {
      clock: { ...actor.clock, now: () => on('10:02') },
      ledger: actor.ledger,
      log: () => {},
      connections: [unnamedConnection(computeCloud({ call: broken, list: broken }))],
      actingConnections: [unnamedConnection(computeCloud(actor.cloud))],
      notifiers: [
        {
          route: 'mail',
          send: async ({ id }) => {
            sent.push(id);
            return { kind: 'delivered' };
          },
        },
      ],
      sweep: async () => {},
    },
    { policy: aPolicy() },
  );
  await expect(pass).rejects.toThrow('a mistake');
  expect(sent).toHaveLength(1);
});

it.each([
  ['only a daily report that is due', null, 1, ['digest#2026-11-20T00:00:00Z']],
  [
    'only missing data where the clock is wrong',
    new ClockError(milliseconds(-days(40))),
    0,
    ['blind/clock#2026-11-21T10:02:00Z#1', 'blind/watcher#2026-11-21T10:02:00Z#1'],
  ],
])(
  'a pass reports %s: nothing expires and no day is reported at a wrong time (invariants 10 and 18)',
  async (_, fault, swept, told) => {
    const seen = { beganAt: on('19 10:00'), polledAt: on('20 10:00') };
    const actor = await anActor([aHead({ ...seen, observation: anObservation({ at: on('20 10:00') }) })]);
    const sent: string[] = [];
    let sweeps = 0;
    const cloud =
      fault === null ? actor.cloud : { call: () => Promise.reject(fault), list: () => Promise.reject(fault) };
    await onePass(
      {
        clock: { ...actor.clock, now: () => later(on('10:02'), milliseconds(fault === null ? 0 : days(40))) },
        ledger: actor.ledger,
        log: () => {},
        connections: [unnamedConnection(computeCloud({ ...cloud, tellsTime: () => true }))],
        actingConnections: [unnamedConnection(computeCloud({ ...cloud, tellsTime: () => true }))],
        notifiers: [
          {
            route: 'mail',
            send: async ({ id }) => {
              sent.push(id);
              return { kind: 'delivered' };
            },
          },
        ],
        sweep: async () => {
          sweeps += 1;
        },
      },
      { policy: aPolicy({ rules: [], digest: { at: 0, when: 'always' } }) },
    );
    expect({ sweeps, sent }).toEqual({ sweeps: swept, sent: told });
  },
);
