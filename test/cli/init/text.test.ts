import { expect, it } from 'vitest';
import { nextInWords } from '../../../lib/cli/init/text.ts';

const next = {
  connection: { cloud: 'runpod', address: 'https://api.runpod.io' },
  policy: 'spendwatch.yaml',
  rules: 9,
  key: { kind: 'file', path: 'runpod.key' },
  actsWithAnother: false,
  alerts: { over: 'none' },
  command: 'spendwatch',
  docs: './docs',
} as const;

it('a .env with other settings is reported, since commands read it and not what was just found', () => {
  const text = nextInWords({ ...next, isKept: false, isOther: true });
  expect(text).toContain('.env in this folder already holds other settings and was not changed.');
  expect(text).toContain('  export SPENDWATCH_API_KEY_FILE=runpod.key\n');
});

it('the separate key for actions is written beside the other settings', () => {
  const kept = nextInWords({ ...next, isKept: true, isOther: false });
  expect(kept).toContain('SPENDWATCH_ACT_KEY_FILE in .env sets a separate key for actions.');
  expect(kept).not.toContain('export ');
  const exported = nextInWords({ ...next, isKept: false, isOther: false });
  expect(exported).toContain('SPENDWATCH_ACT_KEY_FILE sets a separate key for actions.');
});
