import { expect, it } from 'vitest';
import { jsonLog } from '../../lib/jobs/log.ts';
import { instant } from '../../lib/model/time/time.ts';

it('writes an event as one line of JSON, with its time', () => {
  const lines: string[] = [];
  const log = jsonLog({ now: () => instant(Date.UTC(2026, 0, 2, 3, 4, 5)) }, (line) => lines.push(line));
  log('turn-failed', { target: 'project/a', because: 'two\nlines' });
  log('watched');
  expect(lines).toEqual([
    '{"target":"project/a","because":"two\\nlines","at":"2026-01-02T03:04:05Z","event":"turn-failed"}\n',
    '{"at":"2026-01-02T03:04:05Z","event":"watched"}\n',
  ]);
});
