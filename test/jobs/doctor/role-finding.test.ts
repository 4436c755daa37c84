import { describe, expect, it } from 'vitest';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { failing } from '../../support/clouds/scripted-cloud.ts';
import { aCheckUp, aGoodCloud } from './a-check-up.ts';

const watching = aPolicy({ rules: [aBudgetRule(), anIdleRule({ mode: 'observe' })] });
const stopping = aPolicy({ rules: [anIdleRule({ match: { project: 'lab' } })] });

const mine = 'ana@example.com';
const on = (projectId: string, role: string, userEmail = mine) => ({ projectId, role, userEmail });

async function rolesOf(permissions: unknown, policy = watching) {
  const answers = { ...aGoodCloud('lab', 'web'), listPermissions: () => permissions };
  return (await aCheckUp(answers, { policy })).finding('roles');
}

describe('the roles of a key', () => {
  it('are enough for monitoring when they are VIEWER', async () => {
    expect(await rolesOf({ projectPermissions: [on('lab', 'VIEWER'), on('web', 'VIEWER')] })).toMatchObject({
      state: 'ok',
      found: 'VIEWER on 2 projects',
      remedy: null,
    });
  });

  it.each(['EDITOR', 'OWNER'])('are more than monitoring needs when one is %s', async (role) => {
    expect(await rolesOf({ projectPermissions: [on('lab', 'VIEWER'), on('web', role)] })).toMatchObject({
      state: 'advice',
      found: `VIEWER on 1 project, ${role} on 1 project`,
      unwatched: null,
      remedy: expect.stringContaining('the role VIEWER is enough'),
    });
  });

  it('are reported as too few where the policy would stop VMs and the key may only read', async () => {
    const viewer = { projectPermissions: [on('lab', 'VIEWER'), on('web', 'VIEWER')] };
    expect(await rolesOf(viewer, stopping)).toMatchObject({
      state: 'advice',
      unwatched: 'stops in lab would be refused with this key',
      remedy: expect.stringMatching(/EDITOR on lab$/),
    });
    const editor = { projectPermissions: [on('lab', 'EDITOR'), on('web', 'VIEWER')] };
    expect(await rolesOf(editor, stopping)).toMatchObject({ state: 'ok' });
    const owner = { projectPermissions: [on('lab', 'OWNER'), on('web', 'VIEWER')] };
    expect(await rolesOf(owner, stopping)).toMatchObject({
      state: 'advice',
      remedy: expect.stringContaining('the role EDITOR is enough'),
    });
  });

  it('apply to the projects of an account', async () => {
    const permissions = {
      billingAccountPermissions: [{ billingAccountId: 'main', role: 'EDITOR', userEmail: mine }],
      projectPermissions: [on('lab', 'VIEWER')],
    };
    expect(await rolesOf(permissions)).toMatchObject({ found: 'EDITOR on 2 projects' });
  });

  it('are those of the user of the key, where those of other users are shown too', async () => {
    const permissions = {
      projectPermissions: [on('lab', 'OWNER', 'bo@example.com'), on('lab', 'VIEWER', 'Ana@example.com')],
    };
    expect(await rolesOf(permissions)).toMatchObject({
      state: 'ok',
      found: 'VIEWER on 1 project, unknown on 1 project',
      figures: { VIEWER: 1, EDITOR: 0, OWNER: 0, untold: 1 },
    });
  });

  it.each([undefined, null, 'UNKNOWN', 'AUDITOR'])('are unknown from the value %s', async (role) => {
    expect(await rolesOf({ projectPermissions: [{ projectId: 'lab', role }] })).toMatchObject({
      state: 'ok',
      found: 'roles unknown',
    });
  });

  it('need not be known, unless the policy stops something', async () => {
    const answers = {
      ...aGoodCloud('lab'),
      listPermissions: () => {
        throw failing('not-found');
      },
    };
    const roles = async (policy: typeof watching) => (await aCheckUp(answers, { policy })).finding('roles');
    expect(await roles(watching)).toMatchObject({ state: 'ok', remedy: null });
    expect(await roles(stopping)).toMatchObject({
      state: 'advice',
      found: expect.stringMatching(/whether the key may act is unknown/),
      remedy: expect.stringContaining('EDITOR'),
    });
  });
});
