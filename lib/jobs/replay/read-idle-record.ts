import { toTarget } from '../../model/ids.ts';
import { earlier, later, milliseconds } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { computeSampleStart } from '../../state/fleet-use.ts';
import {
  countFormerStops,
  type FormerStops,
  findIdleStops,
  type RecordedStop,
  recordReach,
} from '../../views/stop-record.ts';
import type { WholeInput } from '../../views/view-input.ts';
import { readLog } from '../queries/read-log.ts';
import { addRecords, type IdleRecord, noRecord } from './found-idle.ts';
import { replayIdleRules } from './idle-record.ts';

export type RecordQuestion = Omit<WholeInput, 'policyFault' | 'control'>;

/** The stops of idle rules in the last four weeks, newest first, and the replay of the rules over that time. */
export type IdleTrackRecord = {
  readonly stops: readonly RecordedStop[];
  /** The stops by idle rules that the policy no longer has. */
  readonly formerStops: FormerStops;
  readonly would: IdleRecord;
};

/**
 * Reads the record of idle rules from the audit log and from four weeks of samples, one project at a time to limit memory
 * use. @throws LedgerError
 */
export async function readIdleRecord(
  ledger: Pick<Ledger, 'journal' | 'samplings' | 'use'>,
  { heads, policy, overrides, intervals, now }: RecordQuestion,
): Promise<IdleTrackRecord> {
  const projects = heads.filter(({ target }) => toTarget(target).kind === 'project');
  const until = later(now, milliseconds(1));
  const lines = await readLog(ledger, projects, { from: earlier(now, recordReach), until });
  let would = noRecord;
  for (const head of projects) {
    const seenAt = head.observation?.at ?? now;
    const from = earlier(seenAt, recordReach);
    const [samplings, use] = await Promise.all([
      ledger.samplings(head.target, computeSampleStart(null, seenAt), until),
      ledger.use(head.target),
    ]);
    const { usageEvery } = intervals;
    would = addRecords(would, replayIdleRules({ head, samplings, use, from, policy, overrides, usageEvery }));
  }
  return {
    stops: findIdleStops(lines, { rules: policy.rules, stops: projects.flatMap(({ stops }) => stops), now }),
    formerStops: countFormerStops(lines, policy.rules),
    would,
  };
}
