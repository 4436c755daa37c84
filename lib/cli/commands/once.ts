import type { Command } from 'commander';
import { checkRoutes, openRoutes, unheardHere } from '../../jobs/act/open-routes.ts';
import { actInFigures, watchInFigures } from '../../jobs/run-metrics.ts';
import { seconds } from '../../model/time/time.ts';
import { type Reader, renderMessage } from '../../notify/messages/message.ts';
import type { Notifier } from '../../notify/notifier.ts';
import { consoleNotifier } from '../../routes/console/send.ts';
import type { RouteTerms } from '../../routes/route.ts';
import { failedPartInWords, failedParts } from '../../service/failed-parts.ts';
import { makeDataFolder } from '../../service/ledger/data-folder.ts';
import { localRoutes } from '../../service/local-routes.ts';
import { unsupportedInWords } from '../../service/newly-unsupported.ts';
import type { Pass } from '../../service/one-pass.ts';
import { openMachine } from '../../service/open-machine.ts';
import type { Message } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import { followPolicy } from '../configuration.ts';
import { finishWithin, untilInterrupted } from '../interrupted.ts';
import { statusOn } from '../live-screen.ts';
import { localSettings } from '../local-settings.ts';
import { commandOf } from '../own-command.ts';
import { dataOutput, type Process } from '../process.ts';
import { asJson } from '../tables/data-forms.ts';

/** Exit codes of a pass, for cron and scripts. */
export const exitCodes = { quiet: 0, fired: 1, misconfigured: 2, blind: 3 } as const;
type Outcome = keyof typeof exitCodes;

type OnceFlags = { readonly data?: string; readonly json?: true };

/** `spendwatch once`: one pass, for cron. */
export function addOnce(program: Command, self: Process, exit: (code: number) => void): void {
  program
    .command('once')
    .description('poll the cloud once, send what is due, carry out due actions, and exit (for cron)')
    .option('--data <folder>', 'the folder of the ledger (default: ".spendwatch")')
    .option('--json', 'print messages and results as JSON')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch once
  spendwatch once --json | jq -r .outcome

Environment: SPENDWATCH_CLOUD_URL, SPENDWATCH_API_KEY_FILE (or SPENDWATCH_API_KEY) and SPENDWATCH_POLICY.
Exit codes: 0 no messages, 1 messages were sent, 2 the configuration is wrong, 3 something could not be
polled, 4 the ledger cannot be used, 130 interrupted.`,
    )
    .action(async (flags: OnceFlags) => exit(exitCodes[await once(self, flags)]));
}

async function once(self: Process, { data: given, json }: OnceFlags): Promise<Outcome> {
  const { clock, stdout, stderr } = self;
  const { settings, keyReaders } = await localSettings(self);
  const data = given ?? settings.data;
  const terms = (await followPolicy(self, settings, data, () => {})).now();
  const { policy, fault } = terms;
  await makeDataFolder(data);
  const messages: Message[] = [];
  const write = (text: string) => stdout.write(text);
  const console = (terms: RouteTerms) =>
    json
      ? gathering(terms.route, messages)
      : consoleNotifier({ ...terms, write, isTerminal: stdout.isTTY === true });
  const routes = localRoutes({ ...self, command: commandOf(self), keyReaders, console });
  checkRoutes(policy, routes);
  const notifiers = (now: Policy) => openRoutes(now, routes);
  const opening = openMachine({ clock, settings, keyReaders, data, log: () => {}, notifiers });
  const machine = await untilInterrupted(self, seconds(0), opening);
  try {
    const pass = await untilInterrupted(self, finishWithin, machine.pass(terms));
    const outcome = fault === null ? outcomeOf(pass) : 'misconfigured';
    if (fault !== null) stderr.write(`${fault}; the last good policy is in force instead\n`);
    const because = unheardHere(policy, routes, !json && stdout.isTTY === true);
    if (because !== null) stderr.write(`${because}: see docs/routes.md\n`);
    if (json)
      dataOutput(self).write(
        onceJson(outcome, pass, messages, { zone: policy.timezone, command: commandOf(self) }),
      );
    else print(pass, (line) => stderr.write(`${line}\n`));
    if (!json && stdout.isTTY === true) {
      const { lines } = await statusOn(self, { ledger: machine.ledger, settings });
      write(`${lines.join('\n')}\n`);
    }
    return outcome;
  } finally {
    await machine.close({ waits: !self.signal.aborted });
  }
}

function outcomeOf({ watched, acted }: Pass): Outcome {
  if (watched.failures.some(({ error }) => error.kind === 'unauthenticated') || acted.keyFault !== null)
    return 'misconfigured';
  if (failedParts(watched).length > 0 || acted.blind.length > 0) return 'blind';
  return acted.delivered + acted.undelivered > 0 ? 'fired' : 'quiet';
}

function print({ watched, acted, unsupportedParts }: Pass, write: (line: string) => void): void {
  for (const unsupported of unsupportedParts) write(unsupportedInWords(unsupported));
  // A failure to list the targets is both a blind spot and the reason of a blind run: it is printed once.
  for (const line of new Set([...failedParts(watched).map(failedPartInWords), ...acted.blind])) write(line);
  if (acted.keyFault !== null) write(`actions are not possible: ${acted.keyFault}`);
  if (acted.undelivered > 0)
    write(`${acted.undelivered} messages could not be delivered; the next pass retries them`);
}

/** Returns a notifier that collects messages for the JSON document, under the route of the terminal. */
const gathering = (route: string, messages: Message[]): Notifier => ({
  route,
  async send(message) {
    messages.push(message);
    return { kind: 'unconfirmed' };
  },
});

function onceJson(
  outcome: Outcome,
  { watched, acted, unsupportedParts }: Pass,
  messages: readonly Message[],
  reader: Reader,
): string {
  const document = {
    outcome,
    exitCode: exitCodes[outcome],
    watch: watchInFigures(watched),
    act: actInFigures(acted),
    messages: messages.map((message) => ({
      id: message.id,
      severity: message.severity,
      ...renderMessage(message, reader),
    })),
    blindSpots: failedParts(watched),
    unsupported: unsupportedParts,
  };
  return asJson(document);
}
