import { expect, it } from 'vitest';
import { prepareSlackApp } from '../../../lib/jobs/answer-links/slack-app.ts';
import { noon } from '../../support/builders/observation-builders.ts';

const clock = { now: () => noon, sleep: async () => {} };
const environment = {
  SPENDWATCH_SLACK_SIGNING_SECRET: 'file:/signing',
  SPENDWATCH_SLACK_BOT_TOKEN: 'file:/bot',
};
const appWith = (files: Readonly<Record<string, string>>) =>
  prepareSlackApp(environment, clock, { file: async (path) => files[path] })?.();

it('an error names the secret of the Slack app that cannot be used', async () => {
  const signing = 'should hold the signing secret of the Slack app';
  await expect(appWith({})).rejects.toThrow(signing);
  // With a shorter one, presses could be forged by guessing.
  await expect(appWith({ '/signing': 'a-short-secret' })).rejects.toThrow(
    `${signing}, has fewer than 32 characters`,
  );
  const app = await appWith({ '/signing': '0123456789abcdef0123456789abcdef' });
  await expect(app?.botToken?.()).rejects.toThrow('should hold the bot token of the Slack app');
});

it('there is no Slack app without a signing secret', () => {
  const { SPENDWATCH_SLACK_BOT_TOKEN } = environment;
  expect(prepareSlackApp({ SPENDWATCH_SLACK_BOT_TOKEN }, clock, {})).toBeNull();
});
