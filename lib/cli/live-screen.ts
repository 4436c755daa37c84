import { createLogUpdate } from 'log-update';
import { connectionsInWords } from '../config/settings/connections.ts';
import type { ConnectedSettings, Settings } from '../config/settings/settings.ts';
import type { Log } from '../jobs/ports.ts';
import { withLocalTimes } from '../model/time/local-times.ts';
import { localMinute } from '../model/time/period.ts';
import { type Instant, spanInWords } from '../model/time/time.ts';
import { shellWord } from '../notify/parts/commands.ts';
import type { LedgerReader } from '../service/ledger/open-ledger.ts';
import { buildStatus } from '../views/status.ts';
import type { Process } from './process.ts';
import { readingInput } from './reading/reading-command.ts';
import { cut, wrap } from './tables/cut.ts';
import { statusLines } from './tables/status-text.ts';
import { colorsFor, widthOf } from './terminal.ts';

type Source = { readonly ledger: LedgerReader; readonly settings: Settings };

/** Returns the lines of `spendwatch status` for a terminal, and the zone of their times. */
export async function statusOn(
  { stdout, environment, clock }: Process,
  { ledger, settings }: Source,
): Promise<{ readonly lines: string[]; readonly zone: string }> {
  const now = clock.now();
  const input = await readingInput(ledger, settings, now);
  const zone = input.policy.timezone;
  const paper = { width: widthOf(stdout), colors: colorsFor(stdout, environment), now, zone };
  const lines = statusLines(buildStatus(input.heads, input), paper);
  return { lines: lines.map((line) => withLocalTimes(line, zone)), zone };
}

type Words = { readonly title: string; readonly hints: readonly string[] };

/** Returns the screen's title and its last lines, which name the commands to try on a simulation. */
export function wordsFor(
  { connections, pollInterval }: ConnectedSettings,
  simulated: { readonly speed: number; readonly data?: string } | null,
): Words {
  const every = `polled every ${spanInWords(pollInterval)}`;
  if (simulated === null)
    return {
      title: `spendwatch  ${connectionsInWords(connections)}, ${every}`,
      hints: ['Press Ctrl-C to stop.'],
    };
  const { speed, data = defaultData } = simulated;
  const where = data === defaultData ? '' : ` --data ${shellWord(data)}`;
  return {
    title: `spendwatch  simulated cloud at ${speed}× real time, ${every}`,
    hints: [
      `Try in another terminal, from the same folder: spendwatch status${where}; also ${tried}.`,
      'The commands in the messages above work too. Press Ctrl-C to stop.',
    ],
  };
}

const defaultData = '.spendwatch';
const tried = 'spend, idle, explain etl-backfill, keep etl-backfill --for 7d, dashboard';

/** A screen for `run` that shows the status in place; messages scroll past above it, in full. */
export type LiveScreen = {
  readonly log: Log;
  /** Writes a message above the status. */
  write(text: string): void;
  /** Draws the status as of now. */
  show(source: Source, next: Instant | null): Promise<void>;
  end(): void;
};

/** The maximum number of lines of notes under the status. */
const mostNotes = 4;
/** Events that are shown even without a reason. */
const shownEvents: readonly string[] = ['policy-loaded', 'metrics', 'overslept'];

const unloaded = 'policy unchanged: ';

/** Opens a live screen with fixed lines at its top and its end. */
export function liveScreen(self: Process, { title, hints }: Words): LiveScreen {
  const { stdout, environment } = self;
  const colors = colorsFor(stdout, environment);
  const draw = createLogUpdate(stdout);
  let notes: readonly string[] = [];
  let shown = '';
  return {
    log: (event, { because, ...figures } = {}) => {
      if (because === undefined && !shownEvents.includes(event)) return;
      const facts = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
      // A policy that is loaded ends what was wrong with it.
      const still = event === 'policy-loaded' ? notes.filter((note) => !note.startsWith(unloaded)) : notes;
      notes = [...still, `${event.replaceAll('-', ' ')}: ${because ?? facts.join(', ')}`];
    },
    write: (text) => {
      draw.clear();
      stdout.write(text);
      if (shown !== '') draw(shown);
    },
    show: async (source, next) => {
      const width = widthOf(stdout);
      const { lines, zone } = await statusOn(self, source);
      const due = next === null ? '' : `; next ${localMinute(next, zone).slice(-5)}`;
      const below = [
        ...[...new Set(notes)]
          .slice(-mostNotes)
          .flatMap((note) => note.split('\n').flatMap((line) => wrap(line, width)))
          .map(colors.yellow),
        ...hints.flatMap((hint) => wrap(hint, width)).map(colors.dim),
      ];
      const room = Math.max(3, (stdout.rows ?? 24) - below.length - 4);
      const rest = lines.length - room;
      const fitting =
        rest <= 0
          ? lines
          : [...lines.slice(0, room - 1), colors.dim(`and ${rest + 1} more lines: spendwatch status`)];
      shown = [colors.bold(colors.cyan(cut(`${title}${due}`, width))), ...fitting, '', ...below].join('\n');
      draw(shown);
    },
    end: () => draw.done(),
  };
}
