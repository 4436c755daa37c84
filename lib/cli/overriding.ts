import { type Command, Option } from 'commander';
import { wrongSetting } from '../config/settings/settings-error.ts';
import type { OverrideLedger, OverrideOutcome, OverrideRequest } from '../jobs/overrides/override-outcome.ts';
import { findTextMistake } from '../jobs/overrides/reason-and-author.ts';
import type { ActionKind } from '../model/action-kind.ts';
import type { SignalKind } from '../model/facts/signal-times.ts';
import { readLocalTime, startOfDate } from '../model/time/period.ts';
import { hours, type Instant, later, readInstant, type Span } from '../model/time/time.ts';
import { type LedgerPlace, withLedger } from '../service/ledger/open-ledger.ts';
import type { Claim } from '../state/override.ts';
import { agrees } from './init/prompts.ts';
import { attempt } from './interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from './ledger-options.ts';
import { settingsToRead } from './local-settings.ts';
import { span } from './option-values.ts';
import { policyAtHand } from './policy-at-hand.ts';
import { type AddCommand, dataOutput, exitCodes, type Process } from './process.ts';
import { openPrompt, type Prompt } from './prompt.ts';
import { outcomeCode, overridesJson, overridesTable } from './tables/overrides-table.ts';
import { widthOf } from './terminal.ts';

type OverrideFlags = LedgerFlags &
  TimeFlags &
  Claim & {
    readonly reason?: string;
    readonly erases?: string;
    readonly by?: string;
    readonly yes?: true;
    readonly json?: true;
  };

/** A command that places an override, or ends one. */
export type OverrideCommand = {
  readonly name: string;
  readonly argument: string;
  /** Help text of the argument. */
  readonly about: string;
  readonly summary: string;
  readonly options?: (command: Command) => Command;
  readonly isReasonNeeded?: boolean;
  /** True if its duration can be chosen. */
  readonly isTimed?: boolean;
  /** Confirmation asked for on a terminal before it is recorded; absent for none. */
  readonly question?: string;
  readonly examples: readonly string[];
  readonly help?: string;
  readonly record: (ledger: OverrideLedger, request: CommandRequest) => Promise<OverrideOutcome>;
};

export type CommandRequest = OverrideRequest &
  Claim & {
    /** The argument; "*" where an optional one was left out. */
    readonly asked: string;
    readonly rule: string | null;
    readonly action: ActionKind | null;
    readonly signal: SignalKind | null;
    /** The data that a stop erases, as the author confirmed it. */
    readonly erases: string | undefined;
    readonly until: Instant;
  };

/** Returns such a command with the options, the help and the exit codes that all of them share. */
export const overridingCommand =
  (overriding: OverrideCommand): AddCommand =>
  (program, self, exit) => {
    const { name, argument, about, summary, options = (command) => command, examples, help } = overriding;
    const { isReasonNeeded = false, isTimed = false } = overriding;
    const command = options(program.command(name).argument(argument, about).description(summary));
    const timed = isTimed ? withTimeOptions(command) : command;
    withLedgerOptions(timed)
      .option(
        '--reason <text>',
        `the reason, on one line${isReasonNeeded ? '; prompted for on a terminal' : ''}`,
      )
      .option('--by <name>', 'the author to record (default: the user name of the system)')
      .option('--yes', 'skip the confirmation')
      .option('--json', 'print the result as JSON')
      .addHelpText(
        'after',
        `
${examples.length === 1 ? 'Example' : 'Examples'}:
${examples.map((example) => `  spendwatch ${example}`).join('\n')}
${help === undefined ? '' : `\n${help}\n`}
Recorded with author and reason. Takes effect at the next poll${isTimed ? ` and expires after ${defaultTime} by default` : ''}.
Exit codes: 0 recorded, 1 nothing to do, 2 the command line or the configuration is wrong or
the name is unknown, 4 the ledger cannot be used.`,
      )
      .action(
        (
          name: string | undefined,
          flags: OverrideFlags & {
            readonly rule?: string;
            readonly action?: ActionKind;
            readonly signal?: SignalKind;
          },
        ) =>
          attempt(self, exit, async () => {
            const settings = settingsToRead(self.environment);
            const place = placeOf(flags, settings);
            const policy = await policyAtHand(settings, place, self.stderr);
            const outcome = await recordFrom(
              self,
              overriding,
              flags,
              place,
              (now, { reason, erases }, dryRun) => ({
                asked: name ?? '*',
                rule: flags.rule ?? null,
                action: flags.action ?? null,
                signal: flags.signal ?? null,
                owner: flags.owner,
                purpose: flags.purpose,
                author: flags.by ?? userOf(self) ?? '',
                reason,
                erases,
                now,
                policy,
                pollEvery: settings.intervals.pollEvery,
                dryRun,
                until: untilOf(flags, now, policy?.timezone ?? 'UTC'),
              }),
            );
            if (outcome === null) return exitCodes.news;
            const code = outcomeCode(outcome);
            const paper = { zone: policy?.timezone ?? 'UTC', width: widthOf(self.stdout) };
            if (flags.json) dataOutput(self).write(overridesJson(outcome));
            else (code === exitCodes.fine ? self.stdout : self.stderr).write(overridesTable(outcome, paper));
            return code;
          }),
      );
  };

/** Returns the user name of the environment, or of the system where it has none; it is not verified. */
export const userOf = ({
  environment,
  systemUser,
}: Pick<Process, 'environment' | 'systemUser'>): string | undefined =>
  [environment['USER'], environment['LOGNAME'], environment['USERNAME']].find((name) => name) ??
  nameFrom(systemUser);

function nameFrom(systemUser: Process['systemUser']): string | undefined {
  try {
    return systemUser?.();
  } catch {
    return undefined;
  }
}

/** An author's statement: the reason, and the data that a stop erases. */
type Stated = Pick<CommandRequest, 'reason' | 'erases'>;
type RequestAt = (now: Instant, stated: Stated, dryRun: boolean) => CommandRequest;

/** Records the override and returns the outcome; `null` when the confirmation was declined. */
async function recordFrom(
  self: Process,
  { record, question, isReasonNeeded = false }: OverrideCommand,
  flags: OverrideFlags,
  place: LedgerPlace,
  requestAt: RequestAt,
): Promise<OverrideOutcome | null> {
  const { clock, stdin, stdout, stderr, signal } = self;
  const send = (stated: Stated, dryRun: boolean): Promise<OverrideOutcome> => {
    // Built once: the work may be repeated, and must then place the same override.
    const request = requestAt(clock.now(), stated, dryRun);
    const onUnreadable = ({ message }: Error) => stderr.write(`${message}\n`);
    return withLedger({ place, onUnreadable, work: (ledger) => record(ledger, request) });
  };
  const claim = { reason: flags.reason ?? flags.purpose ?? '', erases: flags.erases };
  const asksReason = isReasonNeeded && claim.reason === '';
  const asksConfirmation = question !== undefined && flags.yes !== true;
  if (stdin?.isTTY !== true || flags.json || !(asksReason || asksConfirmation)) return send(claim, false);
  const expected = await send(claim, true);
  if (outcomeCode(expected) !== exitCodes.fine) return expected;
  const prompt = openPrompt(stdin, stderr, signal);
  try {
    const { policy } = requestAt(clock.now(), claim, true);
    stderr.write(overridesTable(expected, { zone: policy?.timezone ?? 'UTC', width: widthOf(stdout) }));
    const reason = asksReason ? await reasonFrom(prompt) : claim.reason;
    const loss = lossOf(expected);
    if (asksConfirmation && loss !== null && claim.erases === undefined)
      return await send(
        { reason, erases: await prompt.ask(`Type "${loss}" to confirm that it will be erased: `) },
        false,
      );
    if (asksConfirmation && !(await agrees(prompt, question, true))) return null;
    return await send({ ...claim, reason }, false);
  } finally {
    prompt.close();
  }
}

/** Returns what a planned order erases; `null` for nothing. */
const lossOf = (planned: OverrideOutcome): string | null =>
  planned.kind === 'placed' && planned.override.kind === 'order' ? (planned.override.erases ?? null) : null;

async function reasonFrom(prompt: Prompt): Promise<string> {
  for (let question = 'Reason: '; ; ) {
    const reason = await prompt.ask(question);
    const mistake = findTextMistake('reason', reason);
    if (mistake === null) return reason;
    question = `${mistake} Reason: `;
  }
}

type TimeFlags = { readonly for?: Span; readonly until?: string };

const usual = hours(24);
const defaultTime = '24h';

const withTimeOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--for <time>', `the duration, such as 90m, 24h or 7d (default: ${defaultTime})`).argParser(
        span,
      ),
    )
    .addOption(
      new Option(
        '--until <time>',
        'the end, such as 2026-11-30, "2026-11-30 18:00" or 2026-11-30T18:00:00Z',
      ).conflicts('for'),
    );

/** Returns the end of an override; a time without an offset is in the zone. @throws SettingsError for an invalid time. */
function untilOf({ for: span, until }: TimeFlags, now: Instant, zone: string): Instant {
  if (until === undefined) return later(now, span ?? usual);
  const read = readInstant(until) ?? readLocalTime(until, zone) ?? startOfDate(until, zone);
  if (read === undefined)
    throw wrongSetting('--until', `is not a valid time: ${until}; use a form such as "2026-11-30 18:00"`);
  return read;
}
