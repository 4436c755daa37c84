import { describe, expect, it } from 'vitest';
import type { CloudErrorKind } from '../../../lib/clouds/http/errors.ts';
import { contract } from '../../../lib/simulators/compute/contract/contract.ts';
import { failing } from '../../support/clouds/scripted-cloud.ts';
import { isWhole } from '../../support/tier.ts';
import { aCheckUp, aGoodCloud } from './a-check-up.ts';

const fails = (kind: CloudErrorKind) => () => {
  throw failing(kind, `it is ${kind}`);
};

describe('a check-up of a platform that offers everything', () => {
  it('finds that everything can be monitored', async () => {
    const { diagnosis } = await aCheckUp(aGoodCloud('lab'));
    expect(diagnosis.findings.filter(({ state }) => state === 'partly' || state === 'no')).toEqual([]);
    expect(diagnosis).toMatchObject({ outcome: 'watchable', verdict: expect.stringMatching(/^Everything/) });
  });

  it('sends no request that changes anything', async () => {
    const { asked } = await aCheckUp(aGoodCloud('lab', 'research'));
    const methods = new Map<string, string>(Object.values(contract).map(({ id, method }) => [id, method]));
    expect(asked.length).toBeGreaterThan(15);
    expect(new Set(asked.map((question) => methods.get(question.split(' ')[0] ?? '')))).toEqual(
      new Set(['GET']),
    );
  });

  it.runIf(isWhole())(
    'states for every gap, and only for gaps, what is not monitored and what to do',
    async () => {
      const answers = aGoodCloud('lab', 'research');
      for (const operation of Object.keys(answers)) {
        if (['getUser', 'listPermissions', 'listProjects'].includes(operation)) continue;
        const { diagnosis } = await aCheckUp({ ...answers, [operation]: fails('unavailable') });
        for (const { state, unwatched, remedy } of diagnosis.findings) {
          const isGap = state === 'partly' || state === 'no';
          expect({ isGap, says: unwatched !== null, helps: remedy !== null }).toMatchObject(
            isGap ? { says: true, helps: true } : { isGap },
          );
          if (state === 'ok') expect({ unwatched, remedy }).toEqual({ unwatched: null, remedy: null });
        }
      }
    },
  );
});

describe('a cloud that cannot be polled', () => {
  it.each<{ kind: CloudErrorKind; outcome: string; row: string }>([
    { kind: 'unauthenticated', outcome: 'misconfigured', row: 'key' },
    { kind: 'forbidden', outcome: 'misconfigured', row: 'key' },
    { kind: 'not-found', outcome: 'misconfigured', row: 'cloud' },
    { kind: 'unsupported', outcome: 'misconfigured', row: 'cloud' },
    { kind: 'contract', outcome: 'misconfigured', row: 'cloud' },
    { kind: 'unreachable', outcome: 'unreachable', row: 'cloud' },
    { kind: 'timeout', outcome: 'unreachable', row: 'cloud' },
    { kind: 'unavailable', outcome: 'unreachable', row: 'cloud' },
    { kind: 'rate-limited', outcome: 'unreachable', row: 'cloud' },
  ])('because it is $kind makes the outcome $outcome', async ({ kind, outcome, row }) => {
    const { diagnosis, finding } = await aCheckUp({ getUser: fails(kind), listProjects: fails(kind) });
    expect(diagnosis.outcome).toBe(outcome);
    expect(finding(row)).toMatchObject({
      state: 'no',
      unwatched: 'nothing can be monitored',
      found: expect.stringContaining(`it is ${kind}`),
      remedy: expect.any(String),
    });
  });

  it('gets only one request when the key is rejected or the cloud is unreachable', async () => {
    for (const kind of ['unauthenticated', 'unreachable', 'timeout'] as const) {
      expect((await aCheckUp({ getUser: fails(kind) })).asked).toEqual(['getUser']);
    }
  });

  it('is still checked when it does not show the user of the key', async () => {
    for (const kind of ['not-found', 'unsupported', 'forbidden', 'contract'] as const) {
      const { diagnosis, finding } = await aCheckUp({ ...aGoodCloud('lab'), getUser: fails(kind) });
      expect(diagnosis.outcome).toBe('watchable');
      expect(finding('key').found).toBe('accepted; the platform does not show its user');
    }
  });
});

describe('the checked projects', () => {
  const four = aGoodCloud('a', 'b', 'c', 'd');

  it('are the first few, where none is named', async () => {
    const { asked, finding } = await aCheckUp(four, { sample: 2 });
    expect(asked.filter((question) => question.startsWith('listVms'))).toEqual(['listVms a', 'listVms b']);
    expect(finding('projects').found).toBe('4 projects listed; checked a, b');
  });

  it('are those that are named', async () => {
    const { asked } = await aCheckUp(four, { projects: ['d', 'b'] });
    expect(asked.filter((question) => question.startsWith('listVms'))).toEqual(['listVms b', 'listVms d']);
  });

  it('must exist, since otherwise the wrong ones would be checked', async () => {
    const { diagnosis, finding } = await aCheckUp(four, { projects: ['d', 'lab'] });
    expect(diagnosis.outcome).toBe('misconfigured');
    expect(finding('projects')).toMatchObject({ state: 'no', found: 'not listed by the cloud: lab' });
  });

  it('are a gap when there are none', async () => {
    const { finding, diagnosis } = await aCheckUp({ ...four, listProjects: () => [] });
    expect(diagnosis.outcome).toBe('gaps');
    expect(finding('projects')).toMatchObject({ state: 'no', found: 'no project is visible with this key' });
  });

  it('are listed where they do not fit the contract', async () => {
    const { finding } = await aCheckUp({ ...four, listProjects: () => [{ id: 'a' }, { id: 7 }] });
    expect(finding('projects')).toMatchObject({
      state: 'partly',
      found: expect.stringContaining('projects[1].id'),
    });
  });
});

describe('billing accounts', () => {
  it('that are not listed are known from the projects, and are monitored in part', async () => {
    const { finding } = await aCheckUp({ ...aGoodCloud('lab'), listBillingAccounts: fails('forbidden') });
    expect(finding('billing-accounts')).toMatchObject({
      state: 'partly',
      found: expect.stringContaining('main known from projects'),
      remedy: expect.stringContaining('VIEWER'),
    });
  });

  it('that no project names are not monitored', async () => {
    const { finding } = await aCheckUp({
      ...aGoodCloud('lab'),
      listProjects: () => [{ id: 'lab' }],
      listBillingAccounts: fails('not-found'),
    });
    expect(finding('billing-accounts')).toMatchObject({
      state: 'no',
      unwatched: expect.stringMatching(/credit/),
    });
  });
});
