import { expect, it } from 'vitest';
import { targetOf } from '../../lib/model/ids.ts';
import { judgeAccountState } from '../../lib/rules/account-state/judge.ts';
import { anAccountStateRule, main } from '../support/builders/account-rule-builders.ts';
import { anAccountObservation, anObservation, lab } from '../support/builders/observation-builders.ts';

const zone = 'UTC';
const judge = (state: string) =>
  judgeAccountState(anAccountStateRule(), {
    target: main,
    observation: anAccountObservation({ state }),
    zone,
  })[0];

it.each([
  ['STATE_ACTIVE', { kind: 'clear' }],
  ['STATE_UNSPECIFIED', { kind: 'unknown' }],
  ['STATE_SUSPENDED_PAYMENT', { kind: 'breached', severity: 'critical', level: 2 }],
  ['STATE_SUSPENDED_ABUSE', { kind: 'breached', severity: 'critical', level: 3 }],
  ['STATE_DELETED', { kind: 'breached', severity: 'critical', level: 4 }],
  ['STATE_OF_SIEGE', { kind: 'breached', severity: 'warning', level: 1 }],
  ['', { kind: 'breached', severity: 'warning' }],
])('an account in %s is %o', (state, expected) => {
  expect(judge(state)).toMatchObject({
    ...expected,
    episode: '',
    subject: 'account/main',
    figures: { state },
  });
});

it('what the state means is said with its name', () => {
  expect(judge('STATE_SUSPENDED_PAYMENT')?.because).toBe(
    'suspended for non-payment: nothing can be created or started until it is paid (STATE_SUSPENDED_PAYMENT)',
  );
});

it('projects and accounts of another name have no state', () => {
  const observation = anAccountObservation({ state: 'STATE_DELETED' });
  expect(
    judgeAccountState(anAccountStateRule(), { target: targetOf(lab), observation: anObservation(), zone }),
  ).toEqual([]);
  const others = anAccountStateRule({ match: { account: 'other' } });
  expect(judgeAccountState(others, { target: main, observation, zone })).toEqual([]);
});
