import { describe, expect, it } from 'vitest';
import { readAlarm } from '../../lib/config/alarm-event.ts';
import { alarmInWords } from '../../lib/jobs/alarm-in-words.ts';
import { anAlarm } from '../support/an-alarm.ts';

const said = (overrides: Parameters<typeof anAlarm>[0] = {}) => alarmInWords(readAlarm(anAlarm(overrides)));

describe('an alarm in words', () => {
  it('says what is wrong, why, since when and where to look', () => {
    expect(said()).toEqual({
      subject: '[alarm] spendwatch: runs of watch or act end in an error; their logs say which',
      body: [
        'spendwatch itself is not well: runs of watch or act end in an error; their logs say which.',
        '',
        'Why: Threshold Crossed: 2 out of the last 3 datapoints were greater than the threshold (1.0).',
        'At:  2026-11-21T10:00:00.000+0000',
        '',
        'https://eu-west-1.console.aws.amazon.com/cloudwatch/home?region=eu-west-1#alarmsV2:alarm/Spendwatch%20Failing',
        '',
      ].join('\n'),
    });
  });

  it('says when it is over', () => {
    const { subject, body } = said({ value: 'OK' });
    expect(subject).toMatch(/^\[over\] spendwatch: runs of watch/);
    expect(body).toMatch(/^spendwatch is well again\./);
  });

  it('names an alarm that has no description, as one that was added by hand may have none', () => {
    expect(said({ description: undefined }).subject).toBe('[alarm] spendwatch: Spendwatch Failing');
  });

  it('has a subject that SNS takes, whatever is in it', () => {
    const { subject } = said({ description: `é\n\u202e${'long '.repeat(60)}` });
    expect(subject).toMatch(/^[\x20-\x7e]{1,99}$/);
  });

  it.each([{}, null, 'text', { alarmData: {} }])('is not made of %j', (event) => {
    expect(() => readAlarm(event)).toThrow();
  });
});
