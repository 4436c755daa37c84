import { projectTarget, type TargetId, VmId } from '../../../../lib/model/ids.ts';
import { subjectParts } from '../../../../lib/model/subject.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Announcement } from '../../../../lib/state/alert.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Intent } from '../../../../lib/state/intent.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import type { ActionRequest } from '../../world/witness.ts';
import { type PollBook, wasBlindedTo } from '../poll-book.ts';

/** An intent, with the commit that first held it. */
export type Birth = {
  readonly intent: Intent;
  readonly at: Instant;
  /** Its announcement in the head that first held it. */
  readonly announcement: Announcement | null;
  /** True if anything was withheld from the poll of its decision. */
  readonly hadTrouble: boolean;
  /** The time when its samples were shown. */
  readonly sampledAt: Instant;
  claimedBy: number | null;
  claimedAt: Instant | null;
};

/** Follows every intent through the heads. */
export function intentBook(now: () => Instant, buffered: PollBook) {
  const births = new Map<string, Birth>();
  const heads = new Map<TargetId, Head>();

  function note(process: Process, head: Head, intent: Intent): Birth {
    const known = births.get(intent.id);
    if (known) return known;
    const alert = head.alerts.find(({ key }) => key === intent.alert);
    const poll = buffered.of(process, head.target);
    const vm = VmId.parse(subjectParts(intent.subject).resource?.id);
    const birth: Birth = {
      intent,
      at: now(),
      announcement: alert?.announcement ?? null,
      hadTrouble: wasBlindedTo(poll, vm),
      sampledAt: poll.sampled.get(vm)?.at ?? intent.decidedAt,
      claimedBy: null,
      claimedAt: null,
    };
    births.set(intent.id, birth);
    return birth;
  }

  const observer: Observer = {
    committed(process, head) {
      heads.set(head.target, head);
      for (const intent of head.intents) {
        const birth = note(process, head, intent);
        if (intent.state.kind === 'waiting') continue;
        birth.claimedBy ??= process.id;
        birth.claimedAt ??= now();
      }
    },
  };

  /** Returns the intent that lets a process act on a resource now; `undefined` when there is none. */
  function claimOf({ process, action, on, subject }: ActionRequest): Birth | undefined {
    const head = heads.get(projectTarget(null, on.project));
    const open =
      head?.intents.filter(
        (intent) => intent.subject === subject && intent.kind === action && intent.state.kind !== 'waiting',
      ) ?? [];
    return open.flatMap(({ id }) => births.get(id) ?? []).find(({ claimedBy }) => claimedBy === process.id);
  }

  return { observer, claimOf, all: () => births.values() };
}
export type IntentBook = ReturnType<typeof intentBook>;
