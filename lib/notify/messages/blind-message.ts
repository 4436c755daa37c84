import type { BlindMatter } from '../../model/control.ts';
import type { NotificationOf } from '../../model/notification.ts';
import { localMinute } from '../../model/time/period.ts';
import { command } from './commands.ts';
import { commands, next as nextPart, text, type Words, why } from './parts.ts';

type Matter = {
  readonly happening: string;
  /** What is not monitored or done meanwhile. */
  readonly meaning: string;
  readonly remedy: string;
  readonly over: string;
};

const matters = {
  sight: {
    happening: 'spendwatch cannot poll any target',
    meaning: 'No rule is evaluated, no alert is raised, and nothing is stopped.',
    remedy:
      'Check with spendwatch doctor whether the platform responds, and whether the API key was revoked or has expired; then replace it.',
    over: 'spendwatch can poll again',
  },
  watcher: {
    happening: 'spendwatch does not poll',
    meaning:
      'Targets that are not polled are not evaluated, and actions that are due there are not carried out.',
    remedy: 'Check in the log whether runs of watch fail, reach their time limit, or do not start.',
    over: 'spendwatch polls all targets again',
  },
  records: {
    happening: 'ledger records cannot be read',
    meaning:
      'Their targets count as not polled: no rule is evaluated on them, no action is taken, and sums are marked as missing their figures. The records are kept unchanged.',
    remedy:
      'Run the version of spendwatch that wrote them. If they are damaged, restore the ledger from a backup, or reset each such target with spendwatch recover.',
    over: 'all ledger records can be read again',
  },
  clock: {
    happening: 'spendwatch has a wrong clock',
    meaning:
      'Nothing is recorded and no action is taken meanwhile: charges and deadlines depend on the clock.',
    remedy: 'Set the clock of the machine, and keep it synchronized with NTP.',
    over: 'spendwatch has a correct clock again',
  },
  targets: {
    happening: 'some targets cannot be polled',
    meaning: 'No rule is evaluated on them, no alert is raised for them, and nothing in them is stopped.',
    remedy:
      'List them with spendwatch status, and give the API key a role on them. A freshness rule alerts sooner, and for each target separately.',
    over: 'all targets can be polled again',
  },
} as const satisfies Record<BlindMatter, Matter>;

/** Words for what keeps spendwatch itself from working; no rule is behind them. */
export function blindWords({ matter, state, since, because }: NotificationOf<'blind'>, zone: string): Words {
  const { happening, meaning, remedy, over }: Matter = matters[matter];
  const began = `since ${localMinute(since, zone)} (${zone})`;
  if (state === 'resolved')
    return {
      headline: over,
      parts: [text(`${capital(over)}, for the first time ${began}.`, 'Pending work resumes.')],
    };
  return {
    headline: happening,
    parts: [
      text(`${capital(happening)}, ${began}.`, meaning),
      why(because),
      nextPart(
        remedy,
        matter === 'targets'
          ? 'Repeats only if another target joins them. The end is notified once.'
          : 'Repeats every 4 hours while it lasts. The end is notified once.',
      ),
      commands(command('show the status', 'status')),
    ],
  };
}

const capital = (words: string): string => words.replace(/^(?!spendwatch)\w/, (first) => first.toUpperCase());
