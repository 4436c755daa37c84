import { parseJson } from '../../clouds/http/error-reply.ts';
import { readAnswerVariables } from '../../config/settings/answer-links.ts';
import type { Environment } from '../../config/settings/environment.ts';
import { SlackReply } from '../../config/settings/slack-press.ts';
import { seconds } from '../../model/time/time.ts';
import { poster, type RouteClock } from '../../routes/post.ts';
import { apiKey, type KeyReaders } from '../api-key.ts';
import type { SlackApp } from './answer-request.ts';

/** The time limit for a reply of Slack, which itself waits three seconds for ours. */
const answerWithin = seconds(2);
const signingKey = { holds: 'the signing secret of the Slack app', least: 32 };
const botKey = { holds: 'the bot token of the Slack app', least: 15 };

/** Returns a function that returns the Slack app whose buttons give answers; `null` if none is set up. @throws SettingsError */
export function prepareSlackApp(
  environment: Environment,
  clock: RouteClock,
  readers: KeyReaders,
): (() => Promise<SlackApp>) | null {
  const { SPENDWATCH_SLACK_SIGNING_SECRET: source, SPENDWATCH_SLACK_BOT_TOKEN: token } =
    readAnswerVariables(environment);
  if (source === undefined) return null;
  const [read, post] = [apiKey(source, clock, readers, signingKey), poster(clock, answerWithin)];
  const botToken = token === undefined ? null : apiKey(token, clock, readers, botKey);
  return async () => ({ signingSecret: await read(), botToken, post });
}

/**
 * Returns why Slack refused a request, which only the body of its reply with status 200 shows; `null` if it did not.
 * https://docs.slack.dev/apis/web-api/#responses
 * @param isSaid True if a reply without `ok` is a refusal, as for methods; false for a `response_url`.
 */
export function readSlackRefusal(text: string, isSaid: boolean): string | null {
  const { ok = !isSaid, error = '' } = SlackReply.safeParse(parseJson(text)?.value).data ?? {};
  return ok ? null : `it refused (${/^[a-z_ ]{2,60}$/i.exec(error)?.[0] ?? 'without a reason'})`;
}
