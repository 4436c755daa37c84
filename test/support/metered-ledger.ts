import { meterSpend } from '../../lib/meter/meter-spend.ts';
import type { ProjectObservation } from '../../lib/model/facts/observation.ts';
import type { TargetId } from '../../lib/model/ids.ts';
import { hours } from '../../lib/model/time/time.ts';
import { type Ledger, nothingWritten } from '../../lib/record/ledger.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Policy } from '../../lib/state/policy.ts';
import { aHead, lab } from './builders/observation-builders.ts';
import { aPolicy } from './builders/policy-builders.ts';

/**
 * Returns a ledger as turns over these observations would leave it: history is written from heads, and the newest
 * observation is in a head.
 */
export async function meteredLedger(
  observations: readonly ProjectObservation[],
  {
    target = lab,
    policy = aPolicy(),
    ledger = memoryLedger(),
  }: { target?: TargetId; policy?: Policy; ledger?: Ledger } = {},
): Promise<Ledger> {
  let head: Head = aHead({ target });
  for (const observation of observations) {
    const written = head.observation === null ? [] : [head.observation];
    await ledger.record({
      ...nothingWritten,
      target,
      observations: written,
      meters: head.pendingWrites.meters,
    });
    const { meters, closedHours, report, closed } = meterSpend(head, observation, null, policy, hours(3));
    const pendingWrites = { buffered: [], meters: [...closed], journal: [] };
    head = {
      ...head,
      seq: head.seq + 1,
      observation,
      meters,
      closedHours: [...closedHours],
      report,
      pendingWrites,
    };
    await ledger.commit(head);
  }
  return ledger;
}
