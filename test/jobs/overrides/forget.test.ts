import { describe, expect, it } from 'vitest';
import { forget } from '../../../lib/jobs/overrides/forget.ts';
import { revoke } from '../../../lib/jobs/overrides/revoke.ts';
import { VmId } from '../../../lib/model/ids.ts';
import { days, earlier, hours, later } from '../../../lib/model/time/time.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { ada, fleet, ledgerWith, train, wordsIn } from './a-fleet.ts';

const signalsKnownAt = { [VmId.parse('train-7b')]: { logins: earlier(noon, hours(5)) } };
const asked = { asked: 'lab/train-7b', signal: 'logins' } as const;

describe('forgetting a signal', () => {
  it('is recorded with author and reason for as long as history may show it', async () => {
    const ledger = await ledgerWith(fleet({ signalsKnownAt }));
    const told = await forget(ledger, { ...ada(), ...asked });
    expect(told).toMatchObject({
      kind: 'placed',
      says: 'VM train-7b in project lab is judged without the signal logins until 2026-12-26 12:00 (UTC)',
      remarks: [
        'No signal has shown who is logged in since 2026-11-21 07:00 (UTC). If a signal returns and stops again, it is reported as missing again.',
      ],
    });
    expect(await ledger.overrides(noon)).toMatchObject([
      { kind: 'forget', subject: train, signal: 'logins', until: later(noon, days(35)), author: 'ada' },
    ]);
    expect(await wordsIn(ledger)).toMatchObject([{ event: 'override-placed', subject: train, by: 'ada' }]);
    const [override] = await ledger.overrides(noon);
    const revoked = await revoke(ledger, { ...ada(), asked: override?.id ?? '' });
    expect(revoked).toMatchObject({ kind: 'revoked', says: expect.stringContaining('signal missing again') });
  });

  it.each([
    [
      'gpus',
      'lab/train-7b',
      'unfit',
      'VM train-7b in project lab never had the signal gpus: nothing to forget',
    ],
    ['logins', 'lab/box', 'unfit', 'VM box in project lab never had the signal logins: nothing to forget'],
    ['logins', 'lab/nothing', 'unknown', 'Unknown VM "lab/nothing"'],
  ] as const)('of %s of %s is refused as %s', async (signal, vm, kind, because) => {
    const ledger = await ledgerWith(fleet({ signalsKnownAt }));
    expect(await forget(ledger, { ...ada(), asked: vm, signal })).toMatchObject({ kind, because });
    expect(await ledger.overrides(noon)).toEqual([]);
  });
});
