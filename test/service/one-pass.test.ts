import { expect, it } from 'vitest';
import { onePass } from '../../lib/service/one-pass.ts';
import { anActor, announced } from '../jobs/act/an-actor.ts';
import { aPolicy } from '../support/policy-builders.ts';
import { on } from '../support/timeline.ts';

it('tells what was decided before also when the poll fails as a whole (invariant 8)', async () => {
  const actor = await anActor([announced()]);
  const sent: string[] = [];
  const broken = () => Promise.reject(new TypeError('a mistake'));
  const pass = onePass(
    {
      clock: { ...actor.clock, now: () => on('10:02') },
      ledger: actor.ledger,
      log: () => {},
      cloud: { call: broken, list: broken },
      actingCloud: actor.cloud,
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
