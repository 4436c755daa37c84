import { expect, it } from 'vitest';
import { getCloudProfile } from '../../lib/clouds/profiles.ts';
import { order } from '../../lib/jobs/overrides/order.ts';
import { minutes } from '../../lib/model/time/time.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { noteKeyRoles } from '../../lib/service/note-key-roles.ts';
import { buildCondition } from '../../lib/views/condition/condition.ts';
import { aHead, anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { aViewInput } from '../support/builders/view-builders.ts';
import { setClock } from '../support/set-clock.ts';

async function aLab(role: string) {
  const ledger = memoryLedger();
  const box = aVm({ id: 'box' });
  await ledger.commit(aHead({ seq: 1, polledAt: noon, observation: anObservation({ resources: [box] }) }));
  const roles = new Map([['lab', role]]);
  const note = () =>
    noteKeyRoles({
      ...{ clock: setClock(noon), ledger, log: () => {}, connection: null },
      cloud: {
        profile: getCloudProfile('compute'),
        user: async () => 'ada@example.com',
        grants: async () => [...roles].map(([project, held]) => ({ project, role: held })),
      },
    });
  const request = { now: noon, author: 'ada', reason: '', pollEvery: minutes(5), policy: null };
  const stop = () => order(ledger, { ...request, action: 'stop', asked: 'box', dryRun: true });
  return { ledger, roles, note, stop };
}

it("an order is refused at once while the key has a viewer's role", async () => {
  const { roles, note, stop } = await aLab('VIEWER');
  expect(await stop()).toMatchObject({ kind: 'placed' });
  await note();
  const because = expect.stringContaining('the key for actions may not act in lab');
  expect(await stop()).toMatchObject({ kind: 'held', because });
  roles.set('lab', 'EDITOR');
  await note();
  expect(await stop()).toMatchObject({ kind: 'placed' });
});

it('status reports the role where the policy would act, and nothing where no role is shown', async () => {
  const { ledger, note } = await aLab('VIEWER');
  await note();
  const heads = await ledger.heads();
  const { seq } = heads[0] ?? {};
  await note();
  expect((await ledger.head(lab))?.seq).toBe(seq);
  const said = (mode: 'observe' | 'enforce') =>
    buildCondition(heads, { ...aViewInput(), policy: aPolicy({ rules: [anIdleRule({ mode })] }) }).notices;
  expect(said('observe')).toEqual([]);
  expect(said('enforce')).toMatchObject([{ kind: 'key', severity: 'critical' }]);
  const untold = await aLab('VIEWER');
  untold.roles.clear();
  await untold.note();
  expect(await untold.stop()).toMatchObject({ kind: 'placed' });
});
