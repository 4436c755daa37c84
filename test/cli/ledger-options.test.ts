import { describe, expect, it } from 'vitest';
import { placeOf } from '../../lib/cli/ledger-options.ts';
import { settingsToRead } from '../../lib/cli/local-settings.ts';

const settings = (environment: Record<string, string> = {}) => settingsToRead(environment);

describe('the ledger of a command', () => {
  it.each([
    ['a default folder', {}, {}, { kind: 'folder', data: '.spendwatch', table: 'spendwatch' }],
    [
      'the folder of the environment',
      {},
      { SPENDWATCH_DATA: '/srv/sw' },
      { kind: 'folder', data: '/srv/sw' },
    ],
    [
      'the table of the environment',
      {},
      { SPENDWATCH_LEDGER_TABLE: 'Prod' },
      { kind: 'table', table: 'Prod' },
    ],
    [
      'the folder that an option names, whatever the environment says',
      { data: 'here' },
      { SPENDWATCH_DATA: '/srv/sw', SPENDWATCH_LEDGER_TABLE: 'Prod' },
      { kind: 'folder', data: 'here' },
    ],
    [
      'the table that an option names, with its endpoint and region',
      { table: 'Other', profile: 'ops', region: 'eu-west-2' },
      { SPENDWATCH_LEDGER_TABLE: 'Prod' },
      { kind: 'table', table: 'Other', profile: 'ops', region: 'eu-west-2' },
    ],
    [
      'the table of the environment, by a profile',
      { profile: 'ops' },
      { SPENDWATCH_LEDGER_TABLE: 'Prod' },
      { kind: 'table', table: 'Prod', profile: 'ops' },
    ],
  ])('is %s', (_, flags, environment, place) => {
    expect(placeOf(flags, settings(environment))).toMatchObject(place);
  });

  it('is not guessed where only the access to AWS is given', () => {
    expect(() => placeOf({ profile: 'ops' }, settings())).toThrow('requires a table: set --table');
  });
});
