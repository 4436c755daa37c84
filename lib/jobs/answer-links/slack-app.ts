import { parseJson } from '../../clouds/http/error-reply.ts';
import { readAnswerVariables } from '../../config/settings/answer-links.ts';
import type { Environment } from '../../config/settings/environment.ts';
import { SlackReply } from '../../config/settings/slack-press.ts';
import { seconds } from '../../model/time/time.ts';
import { poster, type RouteClock } from '../../routes/post.ts';
import { apiKey, type KeyReaders } from '../api-key.ts';
import type { SlackApp } from './answer-request.ts';

/** The time limit for a reply of Slack, which itself waits for three seconds; a function has ten in all. */
const answerWithin = seconds(2);
const signingKey = { holds: 'the signing secret of the Slack app', least: 32 };
const botKey = { holds: 'the bot token of the Slack app', least: 15 };

/** Returns the Slack app whose buttons give answers; `null` where there is none. @throws SettingsError */
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
 * Returns why Slack did not do as it was asked, which it says in a reply of success; `null` where it did.
 * https://docs.slack.dev/apis/web-api/#responses
 * @param isSaid true if the reply also says that it did, as those of methods do and those of a `response_url` need not.
 */
export function readSlackRefusal(text: string, isSaid: boolean): string | null {
  const { ok = !isSaid, error = '' } = SlackReply.safeParse(parseJson(text)?.value).data ?? {};
  return ok ? null : `it refused (${/^[a-z_ ]{2,60}$/i.exec(error)?.[0] ?? 'without a reason'})`;
}
