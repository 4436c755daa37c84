import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import * as z from 'zod';
import { readPolicy } from '../../config/policy/read-policy.ts';
import type { Settings } from '../../config/settings/settings.ts';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import { type Recording, readRecording } from '../../jobs/replay/recording.ts';
import { type Replay, replay } from '../../jobs/replay/replay.ts';
import type { ReplayEvent } from '../../jobs/replay/run-recording.ts';
import { formatZonedInterval } from '../../model/time/local-times.ts';
import { localMinute } from '../../model/time/period.ts';
import {
  days,
  earlier,
  type Instant,
  isoInstant,
  later,
  milliseconds,
  type Span,
} from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import { renderMessage } from '../../notify/messages/message.ts';
import { readLedger } from '../../service/ledger/open-ledger.ts';
import { printable } from '../../service/printable.ts';
import { formatRecordingLines, RecordingError, readRecordingLines } from '../../service/recording-lines.ts';
import { Message } from '../../state/notification.ts';
import { policyOf } from '../configuration.ts';
import { attempt } from '../interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { wholeFrom } from '../option-values.ts';
import { dataOutput, exitCodes, type Process } from '../process.ts';
import { hanging } from '../tables/cut.ts';
import { asJson } from '../tables/data-forms.ts';
import { widthOf } from '../terminal.ts';

/** Days for which a ledger keeps observations. */
const mostDays = 35;

type ReplayFlags = LedgerFlags & {
  readonly days?: Span;
  readonly from?: string;
  readonly save?: string;
  readonly policy?: string;
  readonly json?: true;
};

/** `spendwatch replay`: shows what a policy would have done with the recorded observations. */
export function addReplay(program: Command, self: Process, exit: (code: number) => void): void {
  withLedgerOptions(program.command('replay'))
    .summary('show the alerts and actions a policy would have caused on recorded data')
    .description(
      'show the alerts and actions a policy would have caused on recorded data (read-only, makes no API calls)',
    )
    .option('--policy <file>', 'the policy to replay (default: SPENDWATCH_POLICY)')
    .option(
      '--days <count>',
      `the number of days to replay, up to ${mostDays} (default: ${mostDays})`,
      (text) => days(wholeFrom(1, mostDays)(text)),
    )
    .option('--from <file>', 'a recording to read instead of the ledger')
    .option('--save <file>', 'save the recording to this file, as JSON Lines, and print nothing')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch replay --policy stricter.yaml --days 14
  spendwatch replay --save seen.jsonl && spendwatch replay --from seen.jsonl --policy stricter.yaml

Exit codes: 0 success, 2 the command line, the configuration or the recording is wrong,
4 the ledger cannot be used.`,
    )
    .action(async (flags: ReplayFlags) => {
      await attempt(self, exit, async () => {
        try {
          await run(self, flags);
          return exitCodes.fine;
        } catch (error) {
          if (!(error instanceof RecordingError)) throw error;
          self.stderr.write(`${error.message}\n`);
          return exitCodes.misconfigured;
        }
      });
    });
}

async function run(self: Process, flags: ReplayFlags): Promise<void> {
  const { environment, clock, stdout } = self;
  const policyOption = flags.policy === undefined ? {} : { SPENDWATCH_POLICY: flags.policy };
  const settings = settingsToRead({ ...environment, ...policyOption });
  const recording = await recordingOf(flags, settings, clock.now());
  if (flags.save !== undefined) return writeFile(flags.save, formatRecordingLines(recording));
  const policy = readPolicy(
    await policyOf(settings, flags.policy === undefined ? undefined : '--policy'),
    settings.policy,
  );
  const replayed = await replay(recording, { policy, intervals: settings.intervals });
  if (flags.json) dataOutput(self).write(replayJson(replayed));
  else {
    const lines = replayText(replayed, policy.timezone).split('\n');
    stdout.write(lines.flatMap((line) => hanging(line, widthOf(stdout))).join('\n'));
  }
}

async function recordingOf(flags: ReplayFlags, settings: Settings, now: Instant): Promise<Recording> {
  const { from, days: reach = days(mostDays) } = flags;
  if (from !== undefined) return readRecordingLines(await fileText(from));
  const until = later(now, milliseconds(1));
  return readLedger(placeOf(flags, settings), (ledger) => readRecording(ledger, earlier(now, reach), until));
}

async function fileText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const message = `names a file that cannot be read: ${path}`;
    throw wrongSetting('--from', message, { cause });
  }
}

/** Lists the messages and actions of a replay by day, and the totals. */
function replayText({ seen, days, totals, notes }: Replay, zone: string): string {
  if (seen === null) return 'No observations in this period.\n';
  const { messages, notifications, actions } = totals;
  const lines = [
    `${seen.count} observations from ${formatZonedInterval(seen, zone)}`,
    ...days.flatMap(({ day, happenings }) => [
      '',
      localMinute(day, zone).slice(0, 10),
      ...happenings.map((it) => `  ${happeningLine(it, zone)}`),
    ]),
    '',
    `Total: ${counted(messages, 'message')}, ${counted(actions, 'action')} in enforce mode.`,
    ...notifications.map(({ rule, kind, count }) => `  ${rule}: ${count} x ${kind}`),
    '',
    ...notes,
    '',
  ];
  return lines.map((line) => printable(line)).join('\n');
}

function happeningLine(happening: ReplayEvent, zone: string): string {
  const time = localMinute(happening.at, zone).slice(11);
  if (happening.kind === 'action') {
    const { kind, subject, rule } = happening.intent;
    return `${time}  would ${kind} ${subject} (${rule})`;
  }
  return `${time}  would send  ${renderMessage(happening.message, { zone }).subject}`;
}

function replayJson({ seen, days, totals, notes }: Replay): string {
  return asJson({
    seen: seen && { from: isoInstant(seen.from), until: isoInstant(seen.until), count: seen.count },
    days: days.map(({ day, happenings }) => ({ day: isoInstant(day), happenings: happenings.map(inJson) })),
    totals,
    notes,
  });
}

function inJson(happening: ReplayEvent): object {
  const at = isoInstant(happening.at);
  if (happening.kind === 'message')
    return { would: 'say', at, message: z.encode(Message, happening.message) };
  const { kind, subject, rule, because } = happening.intent;
  return { would: kind, at, subject, rule, because };
}
