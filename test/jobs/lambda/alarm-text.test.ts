import { describe, expect, it } from 'vitest';
import { readAlarm } from '../../../lib/config/settings/received-events.ts';
import { alarmInWords, type FiringAlarm, repeatInWords } from '../../../lib/jobs/lambda/connect-alarm.ts';
import { hours, instant, later, minutes } from '../../../lib/model/time/time.ts';
import { anAlarm } from '../../support/an-alarm.ts';

function said(overrides: Parameters<typeof anAlarm>[0] = {}) {
  const read = readAlarm(anAlarm(overrides));
  if ('repeat' in read) throw new TypeError('it is an alarm');
  return alarmInWords(read);
}

describe('the text of an alarm', () => {
  it('states what is wrong, why, when it began and where to look', () => {
    expect(said()).toEqual({
      subject: '[alarm] spendwatch: runs of watch or act are failing; see docs/runbook.md#failing',
      body: [
        'Problem with spendwatch itself: runs of watch or act are failing; see docs/runbook.md#failing.',
        '',
        'Reason: Threshold Crossed: 2 out of the last 3 datapoints were greater than the threshold (1.0).',
        'Time:   2026-11-21T10:00:00.000+0000',
        '',
        'https://eu-west-1.console.aws.amazon.com/cloudwatch/home?region=eu-west-1#alarmsV2:alarm/Spendwatch%20Failing',
        '',
      ].join('\n'),
    });
  });

  it('states when the alarm is resolved', () => {
    const { subject, body } = said({ value: 'OK' });
    expect(subject).toMatch(/^\[resolved\] spendwatch: runs of watch/);
    expect(body).toMatch(/^Resolved, a problem with spendwatch itself: runs of watch/);
  });

  it('contains the name of an alarm that has no description, such as one that was added by hand', () => {
    expect(said({ description: undefined }).subject).toBe('[alarm] spendwatch: Spendwatch Failing');
  });

  it('has a subject line that SNS accepts, whatever is in it', () => {
    const { subject } = said({ description: `é\n\u202e${'long '.repeat(60)}` });
    expect(subject).toMatch(/^[\x20-\x7e]{1,99}$/);
  });

  it.each([{}, null, 'text', { alarmData: {} }, { repeat: [] }, { repeat: 'Failing' }])(
    'is refused for %j',
    (event) => {
      expect(() => readAlarm(event)).toThrow();
    },
  );
});

describe('the text of alarms that have not ended', () => {
  const began = instant(Date.UTC(2026, 10, 21, 10));
  const now = later(began, hours(13));
  const firing = (overrides: Partial<FiringAlarm> = {}): FiringAlarm => ({
    name: 'Spendwatch Failing',
    description: 'runs of watch or act are failing; see docs/runbook.md#failing',
    reason: 'Threshold Crossed',
    since: began,
    ...overrides,
  });

  it('states that they are repeated, what is wrong, when it began and why', () => {
    expect(repeatInWords('eu-west-1', [firing()], now)).toEqual({
      subject: '[alarm, repeated] spendwatch: runs of watch or act are failing; see docs/runbook.md#failing',
      body: [
        'Problems with spendwatch itself. This message repeats until they are resolved.',
        '',
        'runs of watch or act are failing; see docs/runbook.md#failing.',
        'Since:  2026-11-21T10:00:00Z, 13 h ago',
        'Reason: Threshold Crossed',
        'https://eu-west-1.console.aws.amazon.com/cloudwatch/home?region=eu-west-1#alarmsV2:alarm/Spendwatch%20Failing',
        '',
      ].join('\n'),
    });
  });

  it('is one message, with the oldest alarm first, and those with an unknown beginning last', () => {
    const all = [
      firing({ name: 'C', description: null, since: null }),
      firing({ name: 'B', description: null, since: later(began, minutes(5)) }),
      firing({ name: 'A', description: null }),
    ];
    const { subject, body } = repeatInWords('eu-west-1', all, now) ?? { subject: '', body: '' };
    expect(subject).toBe('[3 alarms, repeated] spendwatch: A');
    expect(body.match(/^[ABC](?=\.$)/gm)).toEqual(['A', 'B', 'C']);
    expect(body).toContain('Since:  unknown');
  });

  it('does not exist where there are none', () => {
    expect(repeatInWords('eu-west-1', [], now)).toBeNull();
  });

  it('has a subject line that SNS accepts, whatever is in it', () => {
    const long = firing({ description: `é\n\u202e${'long '.repeat(60)}` });
    const { subject } = repeatInWords('eu-west-1', [long, long], now) ?? { subject: '' };
    expect(subject).toMatch(/^[\x20-\x7e]{1,99}$/);
  });
});
