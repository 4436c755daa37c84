import type { Ledger } from '../../lib/record/ledger.ts';
import type { Head } from '../../lib/state/head.ts';

/** What the stop of a VM of `withErasure` erases. */
export const containerDisk = 'its container disk';

/** Returns a head as if the cloud had reported that the stop of a VM erases its container disk. */
export function withErasure(head: Head, id: string): Head {
  const { observation } = head;
  if (observation?.kind !== 'project') return head;
  const resources = observation.resources.map((it) =>
    it.id.valueOf() === id ? { ...it, erasedByStop: containerDisk } : it,
  );
  return { ...head, observation: { ...observation, resources } };
}

/** Changes the heads of a ledger like that. */
export async function withErasingVm(ledger: Ledger, id: string): Promise<void> {
  for (const head of await ledger.heads()) {
    const next = withErasure(head, id);
    if (next !== head) await ledger.commit({ ...next, seq: head.seq + 1 });
  }
}
