import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { holdLedger } from '../../lib/service/ledger/open-ledger.ts';
import { markedKey } from '../support/api-key.ts';
import { ran } from '../support/commands/a-process.ts';

// What processes, signals and disks add to it is in unusable-ledger.long.test.ts.
it.each([['once'], ['run'], ['status']])(
  '%s ends in words and with 4 where CURRENT of the ledger is gone',
  async (command) => {
    const folder = await mkdtemp(join(tmpdir(), 'spendwatch-unusable-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [data, policy] = [join(folder, 'ledger'), join(folder, 'policy.yaml')];
    await writeFile(policy, 'version: 1\nrules: [{ name: polling, freshness: 15m }]\n');
    await (await holdLedger(data, 'spendwatch')).close();
    await rm(join(data, 'CURRENT'));
    const { code, stdout, stderr } = await ran({
      arguments: [command, '--data', data],
      environment: {
        SPENDWATCH_CLOUD_URL: 'http://127.0.0.1:9',
        SPENDWATCH_API_KEY: markedKey('unusable'),
        SPENDWATCH_POLICY: policy,
      },
      clock: systemClock,
    });
    expect(stderr).toMatch(/the ledger in .* is damaged: the file CURRENT is missing\nNothing/);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  },
);
