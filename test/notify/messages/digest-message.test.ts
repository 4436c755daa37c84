import { describe, expect, it } from 'vitest';
import { minutes } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { aMessage } from './a-message.ts';
import { everyNotification } from './every-notification.ts';

describe('a digest of a time that is known only in part', () => {
  const minutesOf = (known: number) => ({
    span: minutes(1_440),
    known: minutes(known),
    watched: minutes(known),
  });
  const digestOf = (day: number, month: number) => {
    const notice = everyNotification['digest'];
    if (notice?.kind !== 'digest') return expect.fail('no digest');
    const quiet = { notices: [], actions: [], waiting: [], blind: [] };
    const coverage = { day: minutesOf(day), before: null, month: minutesOf(month) };
    const digest = { ...notice.digest, ...quiet, coverage };
    const { subject, body } = renderMessage(aMessage({ ...notice, digest }), { zone: 'UTC' });
    return `${subject} ${body}`.replaceAll(/\s+/g, ' ');
  };

  it('states that all targets were polled only for a day that was polled throughout', () => {
    expect(digestOf(1_440, 1_440)).toContain('all targets were polled');
    expect(digestOf(52, 1_440)).not.toContain('all targets were polled');
  });

  it('never presents a part of the month as the whole month', () => {
    expect(digestOf(1_440, 1_440)).toContain('spent, 218.62 USD this month to date');
    const part = digestOf(1_440, 52);
    expect(part).not.toContain('USD this month to date');
    expect(part).toContain('218.62 USD to date, known for 52 of 1,440 minutes only');
  });
});

it('a digest names resources as people do', () => {
  const notice = everyNotification['digest'];
  if (notice?.kind !== 'digest') return expect.fail('no digest');
  const [{ subject } = expect.fail('no action')] = notice.digest.actions;
  const titles = { [subject]: 'pod trainer (k3x9) in project pods' };
  const { body } = renderMessage(aMessage({ ...notice, digest: { ...notice.digest, titles } }), {
    zone: 'UTC',
  });
  expect(body).toContain('pod trainer (k3x9) in project pods');
});
