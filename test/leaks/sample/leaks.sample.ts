import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { secretKey } from '../../support/api-key.ts';

it('keeps it', () => {
  expect(secretKey).not.toBe('');
});
it('logs', () => {
  console.log({ headers: { authorization: `Bearer ${secretKey}` } });
});
it('writes', () => {
  process.stderr.write(secretKey);
});
it('lets a child write', () => {
  spawnSync(process.execPath, ['--eval', `console.log('${secretKey}')`], { stdio: 'inherit' });
});
it('throws', () => {
  throw new Error('failed', { cause: new Error(`with ${secretKey}`) });
});
it('fails for another reason', () => {
  expect(1).toBe(2);
});
