import type { BlindMatter } from '../../model/control.ts';
import type { NotificationOf } from '../../model/notification.ts';
import { localMinute } from '../../model/time/period.ts';
import { command } from './commands.ts';
import { commands, next as nextPart, text, type Words, why } from './parts.ts';

type Matter = {
  readonly happening: string;
  /** What this leaves unwatched. */
  readonly meaning: string;
  readonly remedy: string;
  readonly over: string;
};

const matters = {
  sight: {
    happening: 'spendwatch sees nothing',
    meaning: 'No target can be seen: no rule is judged, no alert is raised, and nothing is stopped.',
    remedy:
      'See with spendwatch doctor whether the platform answers, and whether the API key was revoked or has expired; then replace it.',
    over: 'spendwatch sees again',
  },
  watcher: {
    happening: 'spendwatch does not look',
    meaning: 'What is not looked at is judged by nobody, and an action that is due there is not carried out.',
    remedy: 'See in the log whether runs of watch fail, are cut off at their time limit, or do not begin.',
    over: 'spendwatch looks at everything again',
  },
  records: {
    happening: 'records of the ledger cannot be read',
    meaning:
      'Their targets count as unseen: nothing of them is judged or done, and sums say that their figures are lacking. The records are kept as they are.',
    remedy:
      'Run the version of spendwatch that wrote them. If they are damaged, restore the ledger from a backup, or begin each such target anew with spendwatch recover.',
    over: 'all records of the ledger can be read again',
  },
  clock: {
    happening: 'the clock of spendwatch is wrong',
    meaning: 'While it is, nothing is recorded and nothing is done: charges and deadlines go by the clock.',
    remedy: 'Set the clock of the machine, and let it be kept right by NTP.',
    over: 'the clock of spendwatch is right again',
  },
  targets: {
    happening: 'some targets cannot be seen',
    meaning: 'No rule judges them, no alert is raised of them, and nothing in them is stopped.',
    remedy:
      'See with spendwatch status which they are, and give the API key a role on them. A freshness rule tells of such targets sooner, and of each by itself.',
    over: 'all targets are seen again',
  },
} as const satisfies Record<BlindMatter, Matter>;

/** What is told of spendwatch's own blindness, by no rule. */
export function blindWords({ matter, state, since, because }: NotificationOf<'blind'>, zone: string): Words {
  const { happening, meaning, remedy, over }: Matter = matters[matter];
  const began = `since ${localMinute(since, zone)} (${zone})`;
  if (state === 'resolved')
    return {
      headline: over,
      parts: [text(`${capital(over)}, for the first time ${began}.`, 'What waited is taken up.')],
    };
  return {
    headline: happening,
    parts: [
      text(`${capital(happening)}, ${began}.`, meaning),
      why(because),
      nextPart(
        remedy,
        matter === 'targets'
          ? 'It is told once, again where another target joins them, and once when it is over.'
          : 'It is told again every 4 hours while it lasts, and once when it is over.',
      ),
      commands(command('how things stand', 'status')),
    ],
  };
}

const capital = (words: string): string => words.replace(/^(?!spendwatch)\w/, (first) => first.toUpperCase());
