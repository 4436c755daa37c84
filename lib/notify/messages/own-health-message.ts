import { ofConnection } from '../../model/connection-name.ts';
import { Subject } from '../../model/ids.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { type BlindMatter, isInPart } from '../../state/control.ts';
import type { NotificationByKind } from '../../state/notification.ts';
import { believe, command, tryRoute } from '../parts/commands.ts';
import type { MessageContent } from '../parts/document.ts';
import { fullName } from '../parts/headline.ts';
import { oneLine } from '../parts/plain-text.ts';
import { mostConfirmable } from './answer-links.ts';

const shortName = 40;

export function routeFacts(
  { state, because, ...notice }: NotificationByKind<'route'>,
  zone: string,
): MessageContent {
  const headline = `route ${oneLine(notice.route, shortName)}`;
  const route = `The route ${oneLine(notice.route, fullName)}`;
  const since = formatZonedMinute(notice.since, zone);
  const byState: Readonly<Record<typeof state, MessageContent>> = {
    failing: {
      headline: `${headline}: delivery failing`,
      opening: [
        `${route} has accepted no message since ${since}. Its notifications wait and are retried in every run. Actions that it has to announce wait too.`,
      ],
      because,
      next: 'Check that its address is correct and access to it is permitted. You are notified when it recovers.',
      commands: [tryRoute(notice.route)],
    },
    works: {
      headline: `${headline}: delivery working again`,
      opening: [
        `${route} accepts messages again. It had accepted none since ${since}. Waiting notifications have been delivered. The grace period of the actions that they announced begins now.`,
      ],
    },
    test: {
      headline: `${headline}: test message`,
      opening: [
        `This is a test message; delivery works. It was sent over the route ${oneLine(notice.route, fullName)}.`,
      ],
      next: 'No action needed. The test is unrelated to any alert.',
    },
  };
  return byState[state];
}

type Matter = {
  readonly happening: string;
  /** The consequence for monitoring and actions meanwhile. */
  readonly meaning: string;
  readonly remedy: string;
  readonly over: string;
};

const matters: Readonly<Record<BlindMatter, Matter>> = {
  sight: {
    happening: 'spendwatch cannot poll any target',
    meaning: 'No rule is evaluated, no alert is raised, and nothing is stopped.',
    remedy:
      'Run spendwatch doctor to check whether the platform responds, and whether the API key was revoked or has expired. If so, replace the key.',
    over: 'spendwatch can poll again',
  },
  watcher: {
    happening: 'spendwatch does not poll',
    meaning:
      'Targets that are not polled are not evaluated, and actions that are due there are not carried out.',
    remedy: 'Check in the log whether the runs that poll fail, reach their time limit, or do not start.',
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
    happening: 'the clock of spendwatch is wrong',
    meaning:
      'Nothing is recorded and no action is taken meanwhile: charges and deadlines depend on the clock.',
    remedy: 'Correct the clock of the host that runs spendwatch, and keep it synchronized with NTP.',
    over: 'the clock of spendwatch is correct again',
  },
  targets: {
    happening: 'some targets cannot be polled',
    meaning: 'No rule is evaluated on them, no alert is raised for them, and nothing in them is stopped.',
    remedy:
      'List them with spendwatch status, and give the API key a role on them. A freshness rule alerts sooner, and for each target separately.',
    over: 'all targets can be polled again',
  },
  policy: {
    happening: 'the policy file is not in force',
    meaning: 'spendwatch continues with the last good policy; changes to the file have not taken effect.',
    remedy:
      'Find the mistakes with spendwatch policy check. A corrected file takes effect without a restart or deployment.',
    over: 'the policy file is in force again',
  },
  'acting-key': {
    happening: 'the API key for actions is unavailable',
    meaning:
      'Nothing is stopped, deleted or started. Polling and alerts continue. Announced actions wait, and expire if the key stays unavailable.',
    remedy: 'Restore the key where it was stored; the next run uses it.',
    over: 'the API key for actions is available again, or no longer needed',
  },
  signals: {
    happening: 'signals are missing',
    meaning: 'A VM that has lost a signal is never found idle, and idle rules do not stop it.',
    remedy:
      'Run spendwatch doctor to check the source, and check that exporters and agents are running. If a signal is gone for good, run spendwatch forget.',
    over: 'all signals are back, or marked as gone',
  },
  facts: {
    happening: 'facts that rules need are unknown',
    meaning: 'While a fact is unknown, its rule raises no alert, ends none, and stops nothing.',
    remedy:
      'Check what the platform shows, and run spendwatch explain. If the platform never reports the fact, remove the rule or change its match.',
    over: 'all facts that rules need are known again',
  },
};

/** Returns the fault in a few words, which stay the same while it lasts. */
export const describeBlindMatter = ({
  matter,
  connection,
}: Pick<NotificationByKind<'blind'>, 'matter' | 'connection'>): string =>
  ofConnection(connection ?? null, matters[matter].happening);

/** Returns the message of a fault of spendwatch itself, which no rule causes. */
export function blindFacts(notice: NotificationByKind<'blind'>, zone: string): MessageContent {
  const { matter, connection = null, state, since, because, fallen = [] } = notice;
  const { meaning, remedy } = matters[matter];
  const happening = describeBlindMatter(notice);
  const over = ofConnection(connection, matters[matter].over);
  const others = connection === null ? '' : ' Targets of other connections are not affected.';
  const began = `since ${formatZonedMinute(since, zone)}`;
  if (state === 'resolved')
    return {
      headline: over,
      opening: [`${capital(over)}, for the first time ${began}. Pending work resumes.`],
    };
  const repeats = isInPart(matter)
    ? 'Repeats only if another target joins them.'
    : 'Repeats every 4 hours while it lasts.';
  const answer = fallen.length === 0 ? '' : ' If the VMs that fell to 0 are idle indeed, confirm it.';
  return {
    headline: happening,
    opening: [`${capital(happening)}, ${began}. ${meaning}${others}`],
    because,
    next: `${remedy}${answer} ${repeats} You are notified once when it ends.`,
    commands: [
      ...fallen.slice(0, mostConfirmable).map((target) => believe({ subject: Subject.parse(target) })),
      command('show the status', 'status'),
    ],
  };
}

const capital = (words: string): string => words.replace(/^(?!spendwatch)\w/, (first) => first.toUpperCase());
