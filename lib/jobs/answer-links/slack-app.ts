import { slackBotTokenOf, slackSigningSecretOf } from '../../config/settings/answers.ts';
import type { Environment } from '../../config/settings/environment.ts';
import { poster, type RouteClock } from '../../notify/routes/post.ts';
import { apiKey, type KeyReaders } from '../api-key.ts';
import type { SlackApp } from './answer-request.ts';

/** Returns the Slack app whose buttons give answers; `null` where there is none. @throws SettingsError */
export function slackAppOf(
  environment: Environment,
  clock: RouteClock,
  readers: KeyReaders,
): (() => Promise<SlackApp>) | null {
  const source = slackSigningSecretOf(environment);
  if (source === null) return null;
  const [read, post] = [apiKey(source, clock, readers), poster(clock)];
  const token = slackBotTokenOf(environment);
  const botToken = token === null ? null : apiKey(token, clock, readers);
  return async () => ({ signingSecret: await read(), botToken, post });
}
