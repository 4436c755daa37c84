import { describe, expect, it } from 'vitest';
import { readAnswerSettings, readAnswerVariables } from '../../../lib/config/settings/answer-links.ts';
import { readSettings } from '../../../lib/config/settings/settings.ts';

const secret = 'a-secret-of-more-than-32-characters';
const both = { SPENDWATCH_ANSWER_SECRET: secret, SPENDWATCH_ANSWER_URL: 'https://answers.example.com/' };

describe('the settings of answer links', () => {
  it('are off unless there is an address for links', () => {
    expect(readAnswerSettings({})).toBe(null);
    expect(readAnswerSettings({ SPENDWATCH_ANSWER_URL: '' })).toBe(null);
    expect(readAnswerSettings({ SPENDWATCH_ANSWER_SECRET: secret })).toBe(null);
    expect(readAnswerVariables({})).toEqual({});
  });

  it('hold an address without a slash at its end, and a secret that no log shows', () => {
    const settings = readAnswerSettings(both);
    expect(settings?.address).toBe('https://answers.example.com');
    expect(readAnswerSettings({ ...both, SPENDWATCH_ANSWER_URL: 'http://127.0.0.1:8485/x/' })?.address).toBe(
      'http://127.0.0.1:8485/x',
    );
    expect(JSON.stringify(settings)).not.toContain(secret);
    expect(readAnswerSettings({ ...both, SPENDWATCH_ANSWER_SECRET: 'ssm:/a/secret' })?.secret).toEqual({
      kind: 'parameter',
      name: '/a/secret',
    });
  });

  it('say which chats have buttons, and whether those of Slack open a form', () => {
    const slack = { ...both, SPENDWATCH_SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef' };
    const form = { ...slack, SPENDWATCH_SLACK_BOT_TOKEN: 'xoxb-not-a-real-token' };
    expect(readAnswerSettings(both)?.buttons).toEqual({ slack: null, amazonQ: false });
    expect(readAnswerSettings(slack)?.buttons).toEqual({ slack: 'asking', amazonQ: false });
    expect(readAnswerSettings(form)?.buttons).toEqual({ slack: 'form', amazonQ: false });
    expect(readAnswerSettings({ ...both, SPENDWATCH_AMAZON_Q_BUTTONS: 'true' })?.buttons.amazonQ).toBe(true);
    const { SPENDWATCH_SLACK_SIGNING_SECRET: _, ...alone } = form;
    expect(() => readAnswerSettings(alone)).toThrow(
      'SPENDWATCH_SLACK_BOT_TOKEN needs SPENDWATCH_SLACK_SIGNING_SECRET',
    );
    const other = 'xoxp-of-a-person';
    expect(() => readAnswerSettings({ ...slack, SPENDWATCH_SLACK_BOT_TOKEN: other })).toThrow(
      'begins with xoxb-',
    );
    expect(() => readAnswerSettings({ ...slack, SPENDWATCH_SLACK_BOT_TOKEN: other })).not.toThrow(other);
  });

  it.each([
    [{ ...both, SPENDWATCH_ANSWER_SECRET: '' }, 'SPENDWATCH_ANSWER_SECRET is not set'],
    [{ ...both, SPENDWATCH_ANSWER_SECRET: 'short' }, 'must have 32 to 1,000 characters'],
    [{ ...both, SPENDWATCH_ANSWER_URL: 'http://answers.example.com' }, 'plain http is only allowed'],
    [{ ...both, SPENDWATCH_ANSWER_URL: 'https://a:b@answers.example.com' }, 'must look like https'],
    [{ ...both, SPENDWATCH_ANSWER_URL: 'https://answers.example.com/?a=b' }, 'must look like https'],
  ])('with a mistake are refused without repeating a secret: %#', (environment, mistake) => {
    const refusal = () => readAnswerSettings(environment);
    expect(refusal).toThrow(mistake);
    expect(refusal).not.toThrow(secret);
  });

  it('are read beside other settings', () => {
    const others = {
      SPENDWATCH_CLOUD_URL: 'https://cloud.example.com',
      SPENDWATCH_TABLE: 'spendwatch',
      SPENDWATCH_API_KEY: 'a-key-of-sixteen-characters',
    };
    expect(() => readSettings({ ...others, ...both })).not.toThrow();
    expect(() => readSettings({ ...others, SPENDWATCH_ANSWER_URI: 'x' })).toThrow(
      'did you mean SPENDWATCH_ANSWER_URL',
    );
  });
});
