import type { Turn } from '../../decide/turn.ts';
import type { CloudName } from '../../model/cloud-name.ts';
import { listUnreadableFacts, type MissingPart, type UnreadableFact } from '../../model/facts/observation.ts';
import type { UnsupportedPart } from '../../model/facts/unsupported.ts';
import type { TargetId } from '../../model/ids.ts';
import { UnreadableError } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import { errorText } from '../log.ts';
import type { Log, WatchPorts } from '../ports.ts';

/** The outcome of one target in a run. */
export type TargetReport =
  | ({ readonly kind: 'turned'; readonly target: TargetId } & PollCoverage)
  /** The run reached its time limit before the target was polled; nothing was recorded. */
  | { readonly kind: 'left'; readonly target: TargetId }
  /** Another run polled it later or won every commit, or its head was written by a clock that was ahead. */
  | { readonly kind: 'overtaken'; readonly target: TargetId }
  | { readonly kind: 'failed'; readonly target: TargetId; readonly because: string }
  /** The ledger cannot read its record of the target, which was not polled. */
  | { readonly kind: 'unreadable'; readonly target: TargetId; readonly because: string };

/** The coverage of a target's poll. Nothing else of a turn is kept: a thousand verdicts and heads would fill the memory. */
export type PollCoverage = {
  /** The reason why the poll failed; `null` if it succeeded. */
  readonly failedBecause: string | null;
  readonly missing: readonly MissingPart[];
  readonly unsupported: readonly UnsupportedPart[];
  /** The cloud of the last observation; `null` before the first. */
  readonly cloud: CloudName | null;
  /** True if there is a notification to send or an action to take. */
  readonly isWaiting: boolean;
};

/** Receives each turn when it is committed, because a report holds only a part of it. */
export type TurnListener = (turn: Turn) => void;

/** Returns the outcome of a turn. Any error, including a bug, becomes a report, so that the other targets continue. */
export async function reportTurn(
  { log }: Pick<WatchPorts, 'log'>,
  target: TargetId,
  turn: () => Promise<Turn | 'left' | null>,
  onTurn?: TurnListener,
): Promise<TargetReport> {
  try {
    const outcome = await turn();
    if (outcome === 'left') return { kind: 'left', target };
    if (outcome === null) return { kind: 'overtaken', target };
    onTurn?.(outcome);
    return { kind: 'turned', target, ...toPollCoverage(outcome.head) };
  } catch (error) {
    const because = errorText(error);
    log('turn-failed', { target, because });
    return { kind: error instanceof UnreadableError ? 'unreadable' : 'failed', target, because };
  }
}

const toPollCoverage = ({
  failedPolls,
  failedBecause,
  observation,
  unsupported,
  outbox,
  intents,
}: Head): PollCoverage => ({
  failedBecause: failedPolls > 0 ? (failedBecause ?? 'the target was not polled') : null,
  missing: failedPolls > 0 ? [] : (observation?.missing ?? []),
  unsupported,
  cloud: observation?.cloud ?? null,
  isWaiting: outbox.length > 0 || intents.some(({ state }) => state.kind === 'waiting'),
});

type Ports = { readonly log: Log };

/** Logs the gaps of a turn: unsupported parts, unreadable facts, and unreported spend from before monitoring. */
export function logTurn(
  ports: Ports,
  previous: Head,
  current: Head,
  unsupported: readonly UnsupportedPart[],
): void {
  logUnsupported(ports, current.target, unsupported);
  logUnreadable(ports, previous, current);
  logPastSpend(ports, previous, current);
}

/** Logs each fact that cannot be read, at the first poll that cannot read it. */
function logUnreadable({ log }: Ports, { observation: previous }: Head, { target, observation }: Head): void {
  const formatFactName = ({ of, part, field }: UnreadableFact) => `${of ?? part} ${field}`;
  const previousNames = new Set(previous === null ? [] : listUnreadableFacts(previous).map(formatFactName));
  for (const fact of observation === null ? [] : listUnreadableFacts(observation)) {
    const { of, part, field, because } = fact;
    if (!previousNames.has(formatFactName(fact)))
      log('fact-unreadable', { target, part, of, field, because });
  }
}

/**
 * Logs once that the spend from before monitoring began cannot be read. If the platform does not support it, every target
 * lacks it, which is no fault and is not logged.
 */
function logPastSpend({ log }: Ports, previous: Head, { target, pastSpend }: Head): void {
  const gap = pastSpend?.gap ?? null;
  if (gap === null || gap.isUnsupported) return;
  const { because } = gap;
  if (because !== previous.pastSpend?.gap?.because) log('past-spend-not-read', { target, because });
}

function logUnsupported({ log }: Ports, target: TargetId, unsupported: readonly UnsupportedPart[]): void {
  for (const { part, instead, because } of unsupported)
    log('unsupported-part', { target, part, instead, because });
}
