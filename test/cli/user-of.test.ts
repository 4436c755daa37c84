import { expect, it } from 'vitest';
import { userOf } from '../../lib/cli/overriding.ts';

const unnamed = (): string => {
  throw new Error('ENOENT: no such user');
};

it.each<readonly [string, Parameters<typeof userOf>[0], string | undefined]>([
  ['named by the environment', { environment: { USER: 'ada' }, systemUser: () => 'root' }, 'ada'],
  [
    'named by another variable',
    { environment: { USER: '', LOGNAME: 'ada' }, systemUser: () => 'root' },
    'ada',
  ],
  [
    'of the system, where the environment names nobody',
    { environment: {}, systemUser: () => 'root' },
    'root',
  ],
  ['nobody, where the system has no name for it either', { environment: {}, systemUser: unnamed }, undefined],
  ['nobody, where there is no system to ask', { environment: {} }, undefined],
])('the author of an override is the user %s', (_, process, user) => {
  expect(userOf(process)).toBe(user);
});
