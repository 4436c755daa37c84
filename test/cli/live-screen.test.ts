import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveScreen, wordsFor } from '../../lib/cli/live-screen.ts';
import { readConnectedSettings } from '../../lib/config/settings/settings.ts';
import { later, minutes } from '../../lib/model/time/time.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { at } from '../support/at.ts';
import { keptStream } from '../support/commands/kept-stream.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-screen-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('the live screen fits 80 columns, with each mistake in the policy on a separate line until the policy is loaded', async () => {
  const policy = join(folder, 'policy.yaml');
  await writeFile(policy, 'version: 1\nrules: [{ name: sight, freshness: default }]\n');
  const settings = readConnectedSettings({
    SPENDWATCH_CLOUD_URL: 'https://cloud.invalid',
    SPENDWATCH_API_KEY: 'none-but-long',
    SPENDWATCH_TABLE: 'none',
    SPENDWATCH_POLICY: policy,
  });
  const now = at('2026-11-20T12:00:00');
  const stdout = Object.assign(keptStream(), { isTTY: true, columns: 80, rows: 40 });
  const self = {
    arguments: [],
    environment: { NO_COLOR: '1' },
    clock: virtualClock(now),
    stdout,
    stderr: keptStream(),
    signal: new AbortController().signal,
  };
  const screen = liveScreen(self, wordsFor(settings, { speed: 60 }));
  const shown = async () => {
    const before = stdout.text().length;
    await screen.show({ ledger: memoryLedger(), settings }, later(now, minutes(5)));
    return stdout.text().slice(before).split('\n');
  };
  screen.log('policy-unchanged', {
    because: '2 mistakes in the policy\np.yaml:1:1 version: missing\np.yaml:2:1 rules: missing',
  });
  expect(await shown()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('60× real time, polled every 5 min; next 12:05'),
      'policy unchanged: 2 mistakes in the policy',
      'p.yaml:1:1 version: missing',
      'p.yaml:2:1 rules: missing',
    ]),
  );
  screen.log('policy-loaded', { rules: 1, acts: false });
  const after = await shown();
  expect(after.join('\n')).toContain('policy loaded: rules 1, acts false');
  expect(after.join('\n')).not.toContain('mistake');
  screen.end();
});
