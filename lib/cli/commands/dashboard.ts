import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { PortError, serveDashboard } from '../../dashboard/serve-dashboard.ts';
import { sharedLedger } from '../../dashboard/shared-ledger.ts';
import { readSpan, type Span, seconds } from '../../model/time/time.ts';
import { aborted } from '../../service/serve.ts';
import type { Control } from '../../state/control.ts';
import { policyFor } from '../configuration.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { wholeFrom } from '../option-values.ts';
import { commandOf } from '../own-command.ts';
import { exitCodes, type Process } from '../process.ts';
import { answerPages } from '../serve-beside.ts';

type DashboardFlags = LedgerFlags & {
  readonly port: number;
  readonly refresh?: Span;
  readonly allowActions?: true;
};

/** Reading a folder is fast; each read of a table costs money. */
const usualRefresh = { folder: seconds(5), table: seconds(60) } as const;

/** `spendwatch dashboard`: serves the ledger as a web page on this machine. */
export function addDashboard(program: Command, self: Process, exit: (code: number) => void): void {
  const command = program
    .command('dashboard')
    .description('serve the dashboard to a browser on this machine')
    .option('--port <number>', 'the port to listen on; 0 picks a free one', wholeFrom(0, 65_535), 8_484)
    .option('--refresh <time>', 'how often an open page is updated (default: 5s, with --table 60s)', span)
    .option('--allow-actions', 'enable the buttons: keep, approve, deny, silence, pause, stop, start');
  withLedgerOptions(command)
    .addHelpText(
      'after',
      `
The server listens on 127.0.0.1 only and prints an address with a token. Other users of this machine can
reach the port, but cannot read anything without the token. Anyone with the address can read the dashboard,
and use its buttons where they are enabled.
Examples:
  spendwatch dashboard
  spendwatch dashboard --allow-actions
  spendwatch dashboard --table spendwatch --profile finance

Environment: SPENDWATCH_POLICY; SPENDWATCH_ANSWER_SECRET to serve the links of messages; and with --table the variables of the AWS tools.
Exit codes: 0 stopped by the user, 2 the command line or the configuration is wrong,
4 the ledger cannot be used.`,
    )
    .action(async (flags: DashboardFlags) => exit(await run(self, flags)));
}

async function run(self: Process, flags: DashboardFlags): Promise<number> {
  const { clock, environment, stdout, stderr, signal } = self;
  const settings = settingsToRead(environment);
  const place = placeOf(flags, settings);
  const policy = (control: Control) => policyFor(settings, control);
  const ledger = sharedLedger(place);
  // An unreadable ledger or policy ends the command here, instead of serving an empty page.
  await ledger(async (opened) => policy(await opened.control()));
  const onBug = (bug: unknown) => stderr.write(`${bug instanceof Error ? bug.stack : bug}\n`);
  const answers = await answerPages(self, settings, {
    open: (work) =>
      ledger(async (opened) =>
        work({ ledger: opened, policy: (await policy(await opened.control())).policy }),
      ),
    onFailure: onBug,
  });
  const refresh = flags.refresh ?? usualRefresh[place.kind];
  try {
    const dashboard = await serveDashboard({
      ledger,
      policy,
      now: clock.now,
      clock,
      freshFor: refresh,
      pollEvery: refresh,
      intervals: settings.intervals,
      mayAct: flags.allowActions === true,
      token: randomBytes(16).toString('base64url'),
      port: flags.port,
      onBug,
      command: commandOf(self),
      ...(answers !== null && { answers }),
    });
    stdout.write(`The dashboard is at ${dashboard.address}\n`);
    stdout.write(
      flags.allowActions ? 'Buttons are enabled. ' : 'Read-only; --allow-actions enables the buttons. ',
    );
    stdout.write('Press Ctrl-C to stop.\n');
    await aborted(signal);
    await dashboard.close();
    return exitCodes.fine;
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    stderr.write(`${error.message}\n`);
    return exitCodes.misconfigured;
  }
}

function span(text: string): Span {
  const value = readSpan(text);
  if (value !== undefined && value >= seconds(1)) return value;
  throw new InvalidArgumentError('It must be a duration of at least 1s, such as 30s or 5m.');
}
