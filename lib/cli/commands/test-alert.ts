import type { Command } from 'commander';
import { readPolicy } from '../../config/policy/read-policy.ts';
import { type SettingsError, wrongSetting } from '../../config/settings/settings-error.ts';
import { routeMessage } from '../../decide/own-health/route-health.ts';
import { sendToNotifier } from '../../jobs/act/deliver.ts';
import { checkRoutes, openRoutes } from '../../jobs/act/open-routes.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Delivery } from '../../notify/notifier.ts';
import { consoleNotifier } from '../../routes/console/send.ts';
import type { RouteTerms } from '../../routes/route.ts';
import { keyFiles } from '../../service/key-file.ts';
import { localRoutes } from '../../service/local-routes.ts';
import { policyOf } from '../configuration.ts';
import { attempt } from '../interrupted.ts';
import { settingsToRead } from '../local-settings.ts';
import { commandOf } from '../own-command.ts';
import { exitCodes, type Process } from '../process.ts';

type Flags = { readonly route?: string };

/** `spendwatch test-alert`: sends a test message over the routes of the policy. */
export function addTestAlert(program: Command, self: Process, exit: (code: number) => void): void {
  program
    .command('test-alert')
    .description('send a test message over every route and print the results')
    .option('--route <name>', 'only this route, such as slack or slack/research')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch test-alert
  spendwatch test-alert --route slack

The environment configures the routes (docs/routes.md), and SPENDWATCH_POLICY selects them. Severities,
rules and quiet hours are ignored.
Exit codes: 0 every route accepted the message, 1 a route did not, 2 the configuration is wrong.`,
    )
    .action((flags: Flags) => attempt(self, exit, () => testAlert(self, flags)));
}

/** Sends a test message over one route or all, and prints the results. Returns the exit code. */
export async function testAlert(
  self: Pick<Process, 'environment' | 'clock' | 'stdout' | 'command'>,
  { route: only }: Flags,
): Promise<number> {
  const { environment, clock, stdout } = self;
  const settings = settingsToRead(environment);
  const policy = readPolicy(await policyOf(settings), settings.policy);
  const write = (text: string) => stdout.write(text);
  const keyReaders = keyFiles(environment['CREDENTIALS_DIRECTORY']);
  const console = (terms: RouteTerms) =>
    consoleNotifier({ ...terms, write, isTerminal: stdout.isTTY === true });
  const setup = localRoutes({ ...self, command: commandOf(self), keyReaders, console });
  checkRoutes(policy, setup);
  const all = openRoutes(policy, setup);
  const notifiers = all.filter(({ route }) => only === undefined || route === only);
  if (notifiers.length === 0) throw noSuchRoute(only, all);
  const since = clock.now();
  const answers = await Promise.all(
    notifiers.map(async (notifier) => {
      const { route } = notifier;
      const news = { state: 'test', route, since, because: 'requested by spendwatch test-alert' } as const;
      return { route, answer: await sendToNotifier(notifier, routeMessage(news, since)) };
    }),
  );
  const width = Math.max(...answers.map(({ route }) => route.length));
  for (const { route, answer } of answers) write(`${route.padEnd(width)}  ${inWords(answer)}\n`);
  return answers.every(({ answer }) => isTaken(answer)) ? exitCodes.fine : exitCodes.news;
}

const isTaken = ({ kind }: Delivery): boolean => kind === 'delivered' || kind === 'unconfirmed';

function inWords(answer: Delivery): string {
  switch (answer.kind) {
    case 'delivered':
      return answer.note === undefined ? 'accepted' : `accepted, but ${answer.note}`;
    case 'unconfirmed':
      return `accepted, but ${answer.note ?? 'delivery is not confirmed'}: no action relies on this route`;
    case 'failed':
    case 'unacknowledged':
    case 'unavailable':
      return `failed: ${answer.because}`;
    default:
      return assertNever(answer);
  }
}

function noSuchRoute(name: string | undefined, all: readonly { readonly route: string }[]): SettingsError {
  const message = `is not a route of this policy; the routes are ${all.map(({ route }) => route).join(', ')}`;
  return wrongSetting(`--route ${name}`, message);
}
