import { reckon } from '../../lib/meter/meter-spend.ts';
import type { ProjectObservation } from '../../lib/model/facts/observation.ts';
import type { Head } from '../../lib/model/head.ts';
import type { TargetId } from '../../lib/model/ids.ts';
import type { Policy } from '../../lib/model/rules/policy.ts';
import { hours } from '../../lib/model/time/time.ts';
import { type Ledger, nothingWritten } from '../../lib/record/ledger.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { aPolicy } from './policy-builders.ts';
import { aHead, lab } from './sighting-builders.ts';

/** A ledger as turns over these sightings would leave it: history is written from heads, and the newest is in one. */
export async function reckonedLedger(
  sightings: readonly ProjectObservation[],
  {
    target = lab,
    policy = aPolicy(),
    ledger = memoryLedger(),
  }: { target?: TargetId; policy?: Policy; ledger?: Ledger } = {},
): Promise<Ledger> {
  let head: Head = aHead({ target });
  for (const sighting of sightings) {
    const written = head.sighting === null ? [] : [head.sighting];
    await ledger.record({ ...nothingWritten, target, sightings: written, meters: head.unwritten.meters });
    const { meters, closedHours, report, closed } = reckon(head, sighting, null, policy, hours(3));
    const unwritten = { looks: [], meters: [...closed], journal: [] };
    head = { ...head, seq: head.seq + 1, sighting, meters, closedHours: [...closedHours], report, unwritten };
    await ledger.commit(head);
  }
  return ledger;
}
