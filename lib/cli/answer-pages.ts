import { answerSecretOf } from '../config/settings/answers.ts';
import type { Settings } from '../config/settings/settings.ts';
import type { AnswerPages } from '../dashboard/answer-routes.ts';
import { apiKey } from '../jobs/api-key.ts';
import { keyFiles } from '../service/key-file.ts';
import type { Process } from './process.ts';

/**
 * Returns what the pages of answer links need on one machine; `null` where no secret is set.
 * @throws SettingsError @throws ApiKeyError when the secret cannot be read.
 */
export async function answerPages(
  { clock, environment }: Pick<Process, 'clock' | 'environment'>,
  { pollInterval: pollEvery }: Pick<Settings, 'pollInterval'>,
  rest: Pick<AnswerPages, 'open' | 'onFailure'>,
): Promise<AnswerPages | null> {
  const source = answerSecretOf(environment);
  if (source === null) return null;
  const secret = apiKey(source, clock, keyFiles(environment['CREDENTIALS_DIRECTORY']));
  await secret();
  return { ...rest, secret: () => secret(), now: clock.now, pollEvery };
}
