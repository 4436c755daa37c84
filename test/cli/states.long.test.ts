import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { minutes } from '../../lib/model/time/time.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import { type FilledLedger, fillLedger } from '../support/filled-ledger.ts';

const policy = `version: 1
mode: enforce
rules:
  - { name: forgotten machines, idle: 30m, then: [{ stop: after 1h }] }
  - { name: credit, runway: default }
`;
const before = '2026-03-19T09:00:00Z';

/** A prepaid account with an idle VM, whose stop is announced. */
const filled = (credit: string): Promise<FilledLedger> =>
  fillLedger({
    from: '2026-03-20T12:00:00Z',
    passes: 8,
    policy,
    events: [
      happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'PREPAID', credit }),
      happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
      newVm(before, 'lab', 'train-7b', { priceHr: '0.5' }),
    ],
  });

let ledger: FilledLedger;
afterEach(() => ledger.close());

/** The status on a terminal, as it is recorded in a file. */
async function isRecorded(name: string, columns = 80): Promise<void> {
  const { stdout } = await ledger.show(columns, 'status');
  const shown = stripVTControlCharacters(stdout).replaceAll(ledger.folder, '/home/ada');
  await expect(shown).toMatchFileSnapshot(join('sessions/states', `${name}.txt`));
}

it('a status without a successful poll states since when, and why', async () => {
  ledger = await filled('1000');
  ledger.clock.advance(minutes(40));
  await isRecorded('blind');
});

it('a paused status shows the pause first, and no running countdown', async () => {
  ledger = await filled('1000');
  await ledger.run('pause', '--by', 'ada', '--reason', 'a freeze');
  await isRecorded('paused');
});

it('a status with a policy file that is not in force shows the mistake first', async () => {
  ledger = await filled('1000');
  await writeFile(ledger.environment['SPENDWATCH_POLICY'] ?? '', 'version: 2\n');
  // So wide that the length of the file's path wraps nothing.
  await isRecorded('broken-policy', 1_000);
});

it('a status at zero credit shows what is lost first', async () => {
  ledger = await filled('13.8');
  await isRecorded('zero-credit');
});
