import type { Command } from 'commander';
import { readPolicy } from '../../config/policy/read-policy.ts';
import { SettingsError } from '../../config/settings/settings-error.ts';
import { routeMessage } from '../../decide/own-health/route-health.ts';
import { checkRoutes, openRoutes } from '../../jobs/act/open-routes.ts';
import { answerOf } from '../../jobs/act/routing.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Delivery } from '../../notify/notifier.ts';
import { consoleNotifier } from '../../notify/routes/console-notifier.ts';
import { keyFiles } from '../../service/key-file.ts';
import { localRoutes } from '../../service/local-routes.ts';
import { attempt } from '../attempt.ts';
import { policyOf } from '../configuration.ts';
import type { Process } from '../process.ts';
import { settingsToRead } from '../settings-to-read.ts';

/** Exit codes of a test, for scripts. */
const exitCodes = { taken: 0, missed: 1 } as const;

type Flags = { readonly route?: string };

/** `spendwatch test-alert`: whether messages arrive, before there is one that matters. */
export function addTestAlert(program: Command, self: Process, exit: (code: number) => void): void {
  program
    .command('test-alert')
    .description('send one harmless message over every route, and say what each answered')
    .option('--route <name>', 'over this route only, such as slack or slack/research')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch test-alert
  spendwatch test-alert --route slack

The environment says where routes lead (docs/routes.md), SPENDWATCH_POLICY which of them are used;
severities, rules and quiet hours are not looked at.
Exit codes: 0 every route took it, 1 one did not, 2 the configuration is wrong.`,
    )
    .action((flags: Flags) => attempt(self, exit, () => testAlert(self, flags)));
}

async function testAlert({ environment, clock, stdout }: Process, { route: only }: Flags): Promise<number> {
  const settings = settingsToRead(environment);
  const policy = readPolicy(await policyOf(settings), settings.policy);
  const write = (text: string) => stdout.write(text);
  const keyReaders = keyFiles(environment['CREDENTIALS_DIRECTORY']);
  const console = ({ zone }: { readonly zone: string }) =>
    consoleNotifier({ write, zone, isTerminal: stdout.isTTY === true });
  const setup = localRoutes({ environment, clock, keyReaders, console });
  checkRoutes(policy, setup);
  const all = openRoutes(policy, setup);
  const asked = all.filter(({ route }) => only === undefined || route === only);
  if (asked.length === 0) throw noSuchRoute(only, all);
  const since = clock.now();
  const answers = await Promise.all(
    asked.map(async (notifier) => {
      const { route } = notifier;
      const news = { state: 'test', route, since, because: 'somebody asked for it' } as const;
      return { route, answer: await answerOf(notifier, routeMessage(news, since)) };
    }),
  );
  const width = Math.max(...answers.map(({ route }) => route.length));
  for (const { route, answer } of answers) write(`${route.padEnd(width)}  ${inWords(answer)}\n`);
  return answers.every(({ answer }) => isTaken(answer)) ? exitCodes.taken : exitCodes.missed;
}

const isTaken = ({ kind }: Delivery): boolean => kind === 'delivered' || kind === 'unconfirmed';

function inWords(answer: Delivery): string {
  switch (answer.kind) {
    case 'delivered':
      return answer.note === undefined ? 'took it' : `took it, but ${answer.note}`;
    case 'unconfirmed':
      return `took it, but ${answer.note ?? 'nobody is known to receive it'}: no action rests on it`;
    case 'failed':
    case 'unavailable':
      return `did not take it: ${answer.because}`;
    default:
      return assertNever(answer);
  }
}

function noSuchRoute(asked: string | undefined, all: readonly { readonly route: string }[]): SettingsError {
  const message = `is no route of this policy; there are ${all.map(({ route }) => route).join(', ')}`;
  return new SettingsError([{ variable: `--route ${asked}`, message }]);
}
