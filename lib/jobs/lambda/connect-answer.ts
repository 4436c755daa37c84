import { readAnswerVariables } from '../../config/settings/answer-links.ts';
import type { Environment } from '../../config/settings/environment.ts';
import { UrlEvent } from '../../config/settings/received-events.ts';
import { readLedgerSettings } from '../../config/settings/settings.ts';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import { defaultIntervals } from '../../model/time/intervals.ts';
import { dynamoClient } from '../../record/dynamo-client.ts';
import { dynamoLedger } from '../../record/dynamo-ledger.ts';
import { notNow } from '../answer-links/answer-request.ts';
import { receiveAmazonQ } from '../answer-links/receive-amazon-q.ts';
import { type AnswerPagePorts, serveAnswer } from '../answer-links/receive-answer.ts';
import { prepareSlackApp } from '../answer-links/slack-app.ts';
import { sealingSecret } from '../api-key.ts';
import { errorText } from '../log.ts';
import { systemClock } from '../system-clock.ts';
import { readLambdaCredentials } from './credentials.ts';
import { functionLog } from './function-log.ts';
import { parameterReader } from './parameter-reader.ts';
import { recordedPolicy } from './policy-of-runs.ts';
import { urlFunction } from './url-function.ts';

/**
 * Connects the `answer` function, which serves the pages of answer links at its URL and, if set up, handles button clicks
 * for which Amazon Q invokes it. @throws SettingsError
 */
export function connectAnswer(environment: Environment): (event: unknown) => Promise<unknown> {
  const settings = readLedgerSettings(environment);
  const recorded = recordedPolicy(environment, settings);
  const ledger = dynamoLedger({
    client: dynamoClient(readLambdaCredentials(environment)),
    table: settings.table,
  });
  const log = functionLog(settings);
  const { SPENDWATCH_ANSWER_SECRET: source, SPENDWATCH_AMAZON_Q_BUTTONS: buttons } =
    readAnswerVariables(environment);
  if (source === undefined) throw wrongSetting('SPENDWATCH_ANSWER_SECRET', 'is not set');
  const readers = { parameter: parameterReader(environment) };
  const secretNow = sealingSecret(source, systemClock, readers);
  const slack = prepareSlackApp(environment, systemClock, readers);
  const onFailure = (error: unknown) => log('answer-failed', { because: errorText(error) });
  const portsNow = (): AnswerPagePorts => ({
    secret: secretNow,
    slack,
    now: systemClock.now(),
    pollEvery: defaultIntervals.pollEvery,
    open: async (work) => work({ ledger, policy: await recorded({ ledger, log }) }),
    onFailure,
  });
  const serve = urlFunction(async (request) => serveAnswer(portsNow(), request));
  if (buttons === undefined) return serve;
  return async (event) => {
    if (UrlEvent.safeParse(event).success) return serve(event);
    try {
      return await receiveAmazonQ({ ...portsNow(), secret: await secretNow() }, event);
    } catch (error) {
      // A chat shows the returned text; if an error were thrown, it would show the stack.
      onFailure(error);
      return notNow('Press the button');
    }
  };
}
