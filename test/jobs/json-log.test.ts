import { describe, expect, it } from 'vitest';
import { decideLogLevel, type LogLevel, logLevels, problems } from '../../lib/config/settings/log-level.ts';
import { createFilteredLog, jsonLog } from '../../lib/jobs/log.ts';
import { instant } from '../../lib/model/time/time.ts';

const clock = { now: () => instant(Date.UTC(2026, 0, 2, 3, 4, 5)) };

/** The lines that a log with this lowest level writes of events. */
function written(least: LogLevel, ...events: readonly string[]) {
  const lines: string[] = [];
  const log = createFilteredLog(
    least,
    jsonLog(clock, (line) => lines.push(line)),
  );
  for (const event of events) log(event);
  return lines.map((line) => JSON.parse(line).event);
}

it('the log writes an event as one line of JSON, with its level and its time', () => {
  const lines: string[] = [];
  const log = jsonLog(clock, (line) => lines.push(line));
  log('turn-failed', { target: 'project/a', because: 'two\nlines' });
  log('watched');
  expect(lines).toEqual([
    '{"target":"project/a","because":"two\\nlines","level":"ERROR","at":"2026-01-02T03:04:05Z","event":"turn-failed"}\n',
    '{"level":"INFO","at":"2026-01-02T03:04:05Z","event":"watched"}\n',
  ]);
});

describe('a log with a lowest level', () => {
  it('leaves out events below it', () => {
    const events = ['watched', 'fact-unreadable', 'turn-failed'];
    expect(written('info', ...events)).toEqual(events);
    expect(written('warn', ...events)).toEqual(['fact-unreadable', 'turn-failed']);
    expect(written('error', ...events)).toEqual(['turn-failed']);
  });

  it.each(logLevels)('%s hides no problem, figure or notification that queries and people need', (least) => {
    const needed = [
      ...problems,
      'answer-failed',
      'push-failed',
      'signals-failed',
      'key-lost',
      'measured',
      'message',
    ];
    expect(written(least, ...needed)).toEqual(needed);
  });

  it('treats an event without a level as a warning', () => {
    expect(decideLogLevel('never-heard-of')).toBe('warn');
  });
});
