import { describe, expect, it } from 'vitest';
import { aLambda, policyParameter } from './a-lambda.ts';

const location = `ssm:${policyParameter}`;
const acting = 'mode: enforce\nrules: [{ name: idle machines, idle: 4h, then: [{ stop: after 1h }] }]';
const aLocated = () => aLambda({ more: { SPENDWATCH_POLICY_LOCATION: location } });
const told = '[warning] the policy file is not in force';

describe('act, where the policy is in a parameter', () => {
  it.each([
    ['is not there', null],
    ['sends messages over a route that is not set up', 'alerts: { routes: [{ to: slack }] }'],
    [
      'would act without a receiver of its announcements (invariant 16)',
      `${acting}\nalerts: { routes: [{ to: sns, from: critical }] }`,
    ],
  ])('leaves the built-in one in force while that one %s, and notifies people', async (_, text) => {
    const { parameter, invoke, published, ledger } = await aLocated();
    parameter.policy = text === null ? null : `version: 1\n${text}\n`;
    await invoke('watch');
    await invoke('act');
    expect(published()).toEqual([told]);
    expect((await ledger.control()).policy).toBeNull();
  });

  it('uses it, and the built-in one again where the settings no longer name it', async () => {
    const { parameter, invoke, published, ledger } = await aLocated();
    parameter.policy = `version: 1\n${acting}\n`;
    await invoke('watch');
    await invoke('act');
    expect(published()).toEqual([]);
    expect((await ledger.control()).policy).toMatchObject({
      text: parameter.policy,
      source: { location, version: '1' },
    });
    await invoke('act', {}, { SPENDWATCH_POLICY_LOCATION: '' });
    expect((await ledger.control()).policy).toBeNull();
  });
});
