import type { Announcement } from '../../../lib/model/alert.ts';
import type { Head } from '../../../lib/model/head.ts';
import { projectTarget, type TargetId } from '../../../lib/model/ids.ts';
import type { Intent } from '../../../lib/model/intent.ts';
import type { Instant } from '../../../lib/model/time.ts';
import type { Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import type { TrueVm } from '../world/true-resource.ts';
import { type LookBook, wasBlindedTo } from './look-book.ts';

/** An intent, from the commit that first held it. */
export type Birth = {
  readonly intent: Intent;
  readonly at: Instant;
  /** What was announced of it, as the head that held it first said. */
  readonly announcement: Announcement | null;
  /** Whether the look that it was decided in was kept from seeing anything. */
  readonly hadTrouble: boolean;
  /** When the samples that it rests on were shown. */
  readonly sampledAt: Instant;
  claimedBy: number | null;
  effects: number;
};

/** Follows every intent through the heads. */
export function intentBook(now: () => Instant, looks: LookBook) {
  const births = new Map<string, Birth>();
  const heads = new Map<TargetId, Head>();

  function note(process: Process, head: Head, intent: Intent): Birth {
    const known = births.get(intent.id);
    if (known) return known;
    const alert = head.alerts.find(({ key }) => key === intent.alert);
    const look = looks.of(process, head.target);
    const birth: Birth = {
      intent,
      at: now(),
      announcement: alert?.announcement ?? null,
      hadTrouble: wasBlindedTo(look, intent.vm),
      sampledAt: look.sampled.get(intent.vm)?.at ?? intent.decidedAt,
      claimedBy: null,
      effects: 0,
    };
    births.set(intent.id, birth);
    return birth;
  }

  const observer: Observer = {
    committed(process, head) {
      heads.set(head.target, head);
      for (const intent of head.intents) {
        const birth = note(process, head, intent);
        if (intent.state.kind !== 'waiting') birth.claimedBy ??= process.id;
      }
    },
  };

  /** The intent that lets a process stop a VM now; `undefined` when there is none. */
  function claimOf(process: Process, vm: TrueVm): Birth | undefined {
    const head = heads.get(projectTarget(vm.project));
    const open =
      head?.intents.filter((intent) => intent.vm === vm.id && intent.state.kind !== 'waiting') ?? [];
    return open.flatMap(({ id }) => births.get(id) ?? []).find(({ claimedBy }) => claimedBy === process.id);
  }

  return { observer, claimOf };
}
