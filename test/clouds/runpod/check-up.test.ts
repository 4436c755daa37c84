import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../lib/jobs/doctor/diagnose.ts';
import { examine } from '../../../lib/jobs/doctor/examine.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { hours, minutes } from '../../../lib/model/time/time.ts';
import { type Scope, scopes } from '../../../lib/simulators/runpod/http/access.ts';
import { editor } from '../../simulators/runpod/an-account.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { running } from './a-watched-account.ts';

const policy = aPolicy({ rules: [aBudgetRule(), anIdleRule()] });

/** Checks up an account by a key that lacks some scopes, on a platform that lacks some operations. */
async function checkedUp({ lacks = [], without = [] }: { lacks?: Scope[]; without?: string[] } = {}) {
  const held = new Set(scopes.filter((scope) => !lacks.includes(scope)));
  const { cloud, clock, exchanges } = running({ keys: [{ key: editor.key, scopes: held }], without });
  clock.advance(hours(4));
  const connection = unnamedConnection(cloud);
  const asked = { policy, intervals: defaultIntervals, projects: [], sample: 5 };
  const examination = await examine({ clock, connection, signals: [] }, asked);
  const { outcome, findings } = diagnose(examination, [], {
    policy,
    every: minutes(5),
    requestsPerMinute: 60,
    inFlight: 8,
    profile: cloud.profile,
  });
  const finding = (id: string) => findings.find((one) => one.id === id);
  return { outcome, findings, finding, exchanges };
}

describe('a check-up of RunPod', () => {
  it('finds everything supported with a key of all scopes, and changes nothing', async () => {
    const { outcome, findings, finding, exchanges } = await checkedUp();
    expect(findings.filter(({ state }) => state === 'no' || state === 'partly')).toEqual([]);
    expect(outcome).toBe('watchable');
    expect(finding('pods')).toMatchObject({ found: '1 pod in 1 project' });
    expect(finding('samples')).toMatchObject({ found: '1 of 1 VM checked have sufficient samples' });
    // The platform does not show whether a key may act.
    expect(finding('roles')).toMatchObject({
      state: 'advice',
      found: 'scopes unknown: whether the key may act is unknown',
      remedy: expect.stringContaining('has the scope pods:write'),
    });
    expect(exchanges.filter(({ method, path }) => method !== 'GET' && path !== '/graphql')).toEqual([]);
  });

  it.each<[Scope[], string, string]>([
    [['network-volumes:read'], 'network-volumes', 'network-volumes:read'],
    [['serverless:read'], 'serverless-workers', 'serverless:read'],
    [['billing:read'], 'billing-records', 'billing:read'],
    [['catalog:read'], 'gpu-types', 'catalog:read'],
    [['account:read', 'billing:read'], 'balance', 'account:read (by GraphQL) or billing:read (by REST)'],
  ])('names the scope that a key without %j lacks, and what for', async (lacks, id, scope) => {
    const { outcome, finding } = await checkedUp({ lacks });
    expect(outcome).toBe('gaps');
    expect(finding(id)).toMatchObject({
      state: 'no',
      found: expect.stringContaining('not permitted'),
      unwatched: expect.stringMatching(/\w+/),
      remedy: expect.stringContaining(`give the key the scope ${scope}`),
    });
  });

  it('reports for GPUs that the key lacks a scope, and not that they need an agent', async () => {
    const { finding } = await checkedUp({ lacks: ['catalog:read'] });
    expect(finding('gpus')).toMatchObject({ remedy: 'give the key the scope catalog:read' });
  });

  it('reports that a key without the scope for pods can monitor nothing', async () => {
    expect(await checkedUp({ lacks: ['pods:read'] })).toMatchObject({ outcome: 'misconfigured' });
    const { finding } = await checkedUp({ lacks: ['pods:read'] });
    expect(finding('key')).toMatchObject({ remedy: expect.stringContaining('the scope pods:read') });
  });

  it('counts a balance as known that only one of GraphQL and REST returns', async () => {
    for (const lacks of [['billing:read'], ['account:read']] satisfies Scope[][])
      expect((await checkedUp({ lacks })).finding('balance')).toMatchObject({ state: 'ok' });
    expect((await checkedUp({ without: ['graphql'] })).finding('balance')).toMatchObject({ state: 'ok' });
    const august = await checkedUp({ without: ['getBalance', 'getLimits'] });
    expect(august.finding('balance')).toMatchObject({ state: 'ok' });
  });
});
