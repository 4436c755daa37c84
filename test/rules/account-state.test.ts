import { expect, it } from 'vitest';
import type { AccountStanding } from '../../lib/model/facts/account-standing.ts';
import { toTarget } from '../../lib/model/ids.ts';
import { judgeAccountState } from '../../lib/rules/account-state/judge.ts';
import { anAccountStateRule, main } from '../support/builders/account-rule-builders.ts';
import { anAccountObservation, anObservation, lab } from '../support/builders/observation-builders.ts';

const zone = 'UTC';
const state = 'its own word';
const judge = (standing: AccountStanding) =>
  judgeAccountState(anAccountStateRule(), {
    target: main,
    observation: anAccountObservation({ standing, state }),
    zone,
  })[0];

it.each([
  ['active', { kind: 'clear' }],
  ['unspecified', { kind: 'unknown' }],
  ['unpaid', { kind: 'breached', severity: 'critical', level: 2 }],
  ['abused', { kind: 'breached', severity: 'critical', level: 3 }],
  ['deleted', { kind: 'breached', severity: 'critical', level: 4 }],
  ['unknown', { kind: 'breached', severity: 'warning', level: 1 }],
] as const)('an account that is %s is %o', (standing, expected) => {
  expect(judge(standing)).toMatchObject({
    ...expected,
    episode: '',
    subject: 'account/main',
    figures: { state },
  });
});

it('the verdict explains what the state means', () => {
  expect(judge('unpaid')?.because).toBe(
    'suspended for non-payment: nothing can be created or started until the balance is paid (its own word)',
  );
});

it('projects and accounts of another name have no state', () => {
  const observation = anAccountObservation({ standing: 'deleted' });
  expect(
    judgeAccountState(anAccountStateRule(), { target: toTarget(lab), observation: anObservation(), zone }),
  ).toEqual([]);
  const others = anAccountStateRule({ match: { account: 'other' } });
  expect(judgeAccountState(others, { target: main, observation, zone })).toEqual([]);
});
