import { readAnswerSettings, readAnswerVariables } from '../config/settings/answer-links.ts';
import type { Settings } from '../config/settings/settings.ts';
import { wrongSetting } from '../config/settings/settings-error.ts';
import { answerRoutes, type DashboardAnswerPages } from '../dashboard/answer-routes.ts';
import { prepareSlackApp } from '../jobs/answer-links/slack-app.ts';
import { type KeyReaders, sealingSecret } from '../jobs/api-key.ts';
import { errorText } from '../jobs/log.ts';
import type { Log } from '../jobs/ports.ts';
import type { Instant } from '../model/time/time.ts';
import type { Ledger } from '../record/ledger.ts';
import { keyFiles } from '../service/key-file.ts';
import { metricsRoutes } from '../service/metrics/routes.ts';
import { servePush } from '../service/push-routes.ts';
import { type Address, isLoopback, type RunningServer, serveRoutes } from '../service/serve.ts';
import type { Policy } from '../state/policy.ts';
import type { Process } from './process.ts';

/** The addresses that `run` serves, beside its work. */
export type ServeFlags = {
  readonly metrics?: Address;
  readonly push?: Address;
  readonly answers?: Address;
};

type Beside = {
  readonly settings: Settings;
  readonly keyReaders: KeyReaders;
  readonly ledger: Ledger;
  readonly policy: () => Policy;
  readonly log: Log;
  readonly passing: () => { readonly startedAt: Instant; readonly lastPassAt: Instant | null };
};

/** Serves metrics, pushes and answer links, each where it is asked for. @throws SettingsError @throws ApiKeyError */
export async function serveBeside(
  self: Process,
  flags: ServeFlags,
  beside: Beside,
  served: RunningServer[],
): Promise<void> {
  const { clock } = self;
  const { settings, keyReaders, ledger, policy, log, passing } = beside;
  const onFailure = failureLog(log);
  if (flags.metrics !== undefined) {
    const every = settings.pollInterval;
    const app = metricsRoutes({ clock, log, heads: ledger.heads, policy, passing, every });
    const metrics = await serveRoutes(app, flags.metrics, { option: '--metrics', onFailure });
    served.push(metrics);
    log('metrics', { url: `${metrics.url}/metrics` });
  }
  if (flags.push !== undefined) {
    const receiver = { clock, keyReaders, ledger, push: settings.push, onFailure };
    const push = await servePush(receiver, flags.push);
    served.push(push);
    log('push', { url: push.url });
  }
  if (flags.answers !== undefined) {
    const answers = await serveAnswers(self, flags.answers, beside);
    served.push(answers);
    log('answers', { url: answers.url });
  }
}

const option = '--answers';
const refused = (message: string) => wrongSetting(option, message);

async function serveAnswers(
  self: Process,
  address: Address,
  { settings, ledger, policy, log }: Beside,
): Promise<RunningServer> {
  // A link is a secret, which plain http would show to everyone on the way.
  if (!isLoopback(address.host))
    throw refused(
      'must be a loopback address, such as 127.0.0.1:8485; for access from outside, put a proxy with TLS in front of it',
    );
  const pages = await answerPages(self, settings, {
    open: (work) => work({ ledger, policy: policy() }),
    onFailure: (error) => log('answer-failed', { because: errorText(error) }),
  });
  if (pages === null) throw refused('needs SPENDWATCH_ANSWER_SECRET, which signs the links');
  const publicAddress = readAnswerSettings(self.environment)?.address;
  const onFailure = failureLog(log);
  return serveRoutes(answerRoutes(pages), address, {
    option,
    onFailure,
    ...(publicAddress && { publicAddress }),
  });
}

/** Logs the errors of requests, a line each. */
const failureLog =
  (log: Log) =>
  (error: unknown): void =>
    log('request-failed', { because: errorText(error) });

/**
 * Returns what the pages of answer links need on one machine; `null` where no secret is set.
 * @throws SettingsError @throws ApiKeyError when the secret cannot be read.
 */
export async function answerPages(
  { clock, environment }: Pick<Process, 'clock' | 'environment'>,
  { pollInterval: pollEvery }: Pick<Settings, 'pollInterval'>,
  rest: Pick<DashboardAnswerPages, 'open' | 'onFailure'>,
): Promise<DashboardAnswerPages | null> {
  const { SPENDWATCH_ANSWER_SECRET: source } = readAnswerVariables(environment);
  if (source === undefined) return null;
  const readers = keyFiles(environment['CREDENTIALS_DIRECTORY']);
  const secret = sealingSecret(source, clock, readers);
  await secret();
  const slack = prepareSlackApp(environment, clock, readers);
  await (await slack?.())?.botToken?.();
  return { ...rest, secret, slack, now: clock.now, pollEvery };
}
