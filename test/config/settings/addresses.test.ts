import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { getRequiredVariable, readAddresses } from '../../../lib/config/settings/addresses.ts';
import type { Environment } from '../../../lib/config/settings/environment.ts';
import { readSettings } from '../../../lib/config/settings/settings.ts';
import { SettingsError } from '../../../lib/config/settings/settings-error.ts';
import { markedKey } from '../../support/api-key.ts';

const arn = 'arn:aws:sns:eu-west-1:123456789012:alerts';
const bus = 'arn:aws:events:eu-west-1:123456789012:event-bus/spend';
const url = `https://hooks.example.com/services/${markedKey('slack')}`;
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function mistakesIn(environment: Environment): readonly string[] {
  try {
    readAddresses(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n').slice(1);
    throw error;
  }
  throw new Error('the addresses were taken');
}

describe('the addresses of routes', () => {
  it('are empty where no variable is set, and an empty variable counts as not set', () => {
    expect(readAddresses({ PATH: '/bin', SPENDWATCH_SLACK_URL: '' }).size).toBe(0);
  });

  it('are read by kind and name', () => {
    const addresses = readAddresses({
      SPENDWATCH_TOPIC_ARN: arn,
      SPENDWATCH_Q_TOPIC_ARN: arn,
      SPENDWATCH_SLACK_URL: url,
      SPENDWATCH_SLACK_URL_DATA_SCIENCE: 'ssm:/spendwatch/slack-url',
      SPENDWATCH_WEBHOOK_URL: 'http://127.0.0.1:8080/in?team=a',
      SPENDWATCH_WEBHOOK_SECRET: secret,
      SPENDWATCH_WEBHOOK_FORMAT: 'cloudevents',
      SPENDWATCH_EVENT_BUS_ARN: bus,
      SPENDWATCH_SMTP_URL: 'file:/etc/spendwatch/smtp-url',
      SPENDWATCH_MAIL_FROM: 'spendwatch@example.com',
      SPENDWATCH_MAIL_TO: 'ops@example.com, cfo@example.com',
    });
    expect([...addresses]).toMatchObject([
      ['sns', { kind: 'sns', topicArn: arn }],
      ['slack', { kind: 'slack', url: { kind: 'given' } }],
      ['slack/data-science', { kind: 'slack', url: { kind: 'parameter', name: '/spendwatch/slack-url' } }],
      [
        'webhook',
        { kind: 'webhook', url: { kind: 'given' }, secret: { kind: 'given' }, format: 'cloudevents' },
      ],
      [
        'email',
        {
          kind: 'email',
          server: { kind: 'file', path: '/etc/spendwatch/smtp-url' },
          from: 'spendwatch@example.com',
          recipients: ['ops@example.com', 'cfo@example.com'],
        },
      ],
      ['amazon-q', { kind: 'amazon-q', topicArn: arn }],
      ['eventbridge', { kind: 'eventbridge', busArn: bus, region: 'eu-west-1' }],
    ]);
  });

  it.each<[Environment, string]>([
    [{ SPENDWATCH_TOPIC_ARN: 'alerts' }, 'SPENDWATCH_TOPIC_ARN must be the ARN of an SNS topic'],
    [
      { SPENDWATCH_SLACK_URL: 'http://hooks.example.com/x' },
      'SPENDWATCH_SLACK_URL must look like https://host/path',
    ],
    [{ SPENDWATCH_SLACK_URL_OPS: 'hooks' }, 'SPENDWATCH_SLACK_URL_OPS must look like https://host/path'],
    [{ SPENDWATCH_EVENT_BUS_ARN: 'default' }, 'SPENDWATCH_EVENT_BUS_ARN must be the ARN of an event bus'],
    [
      { SPENDWATCH_WEBHOOK_URL: url, SPENDWATCH_WEBHOOK_SECRET: secret, SPENDWATCH_WEBHOOK_FORMAT: 'xml' },
      'SPENDWATCH_WEBHOOK_FORMAT must be messages or cloudevents',
    ],
    [{ SPENDWATCH_WEBHOOK_URL: url }, 'SPENDWATCH_WEBHOOK_SECRET is not set'],
    [
      { SPENDWATCH_WEBHOOK_SECRET: 'short', SPENDWATCH_WEBHOOK_URL: url },
      'SPENDWATCH_WEBHOOK_SECRET must be whsec_',
    ],
    [
      { SPENDWATCH_SMTP_URL: 'smtps://mail.example.com' },
      'SPENDWATCH_MAIL_FROM is not set: set the sender address',
    ],
    [
      { SPENDWATCH_SMTP_URL: 'smtps://mail.example.com' },
      'SPENDWATCH_MAIL_TO is not set: set the recipients',
    ],
    [{ SPENDWATCH_SMTP_URL: 'mail.example.com' }, 'SPENDWATCH_SMTP_URL must look like smtps://'],
    [{ SPENDWATCH_MAIL_TO: 'ops@example.com' }, 'SPENDWATCH_SMTP_URL is not set'],
    [
      { SPENDWATCH_MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' },
      'SPENDWATCH_MAIL_FROM must be one e-mail address',
    ],
  ])('with a mistake are refused without being shown: %o', (environment, mistake) => {
    const mistakes = mistakesIn(environment);
    expect(mistakes.join('\n')).toContain(mistake);
    for (const value of Object.values(environment)) expect(mistakes.join('\n')).not.toContain(` ${value}`);
  });

  it('are hidden when they are printed', () => {
    const addresses = readAddresses({
      SPENDWATCH_SLACK_URL: url,
      SPENDWATCH_WEBHOOK_URL: url,
      SPENDWATCH_WEBHOOK_SECRET: secret,
    });
    const shown = inspect(addresses, { depth: 9 }) + JSON.stringify([...addresses]);
    expect(shown).not.toContain(url);
    expect(shown).not.toContain(secret);
  });

  it('are found by the names that the policy uses', () => {
    expect(getRequiredVariable('slack', 'data-science')).toBe('SPENDWATCH_SLACK_URL_DATA_SCIENCE');
    expect(getRequiredVariable('webhook', null)).toBe('SPENDWATCH_WEBHOOK_URL');
  });

  it('are read beside other settings, and a misspelled name is reported', () => {
    const others = {
      SPENDWATCH_CLOUD_URL: 'https://api.example.com',
      SPENDWATCH_TABLE: 'ledger',
      SPENDWATCH_API_KEY: markedKey('viewer'),
    };
    expect(() =>
      readSettings({ ...others, SPENDWATCH_SLACK_URL: url, SPENDWATCH_SLACK_URL_OPS: url }),
    ).not.toThrow();
    expect(() => readSettings({ ...others, SPENDWATCH_SLAK_URL: url })).toThrow(
      /did you mean SPENDWATCH_SLACK_URL\?/,
    );
  });
});
