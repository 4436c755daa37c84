import { isRest } from '../../model/action-kind.ts';
import { saysAtRest } from '../../model/facts/at-rest.ts';
import { type Subject, toTarget } from '../../model/ids.ts';
import type { Interval } from '../../model/time/period.ts';
import { computeSpan, days, type Instant } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Policy } from '../../state/policy.ts';
import { wouldStop } from '../../state/policy-needs.ts';
import type { LogLine } from '../../views/actions.ts';
import { readLog } from './read-log.ts';

/** The time for which a request of spendwatch explains that a VM is found at rest, even if polls fail meanwhile. */
const explains = days(1);

/**
 * Returns the VMs that rules were about to stop and that somebody else had stopped: neither a rule of this ledger nor an
 * order. @throws LedgerError
 */
export async function stopsByOthers(
  ledger: Pick<Ledger, 'heads' | 'journal'>,
  policy: Policy,
  interval: Interval,
): Promise<readonly Subject[]> {
  const projects = (await ledger.heads()).filter(({ target }) => toTarget(target).kind === 'project');
  return stoppedByOthers(await readLog(ledger, projects, interval, { all: true }), policy);
}

/** Returns the VMs that somebody else had stopped, from log lines with the newest first. */
export function stoppedByOthers(lines: readonly LogLine[], policy: Policy): readonly Subject[] {
  const stopping = new Set<string>(policy.rules.filter(wouldStop).map(({ name }) => name));
  const requestTimes = new Map<Subject, Instant>();
  const subjects = new Set<Subject>();
  for (const { event, at, subject, rule, action, by, because } of lines.toReversed()) {
    const isStop = action !== undefined && isRest(action);
    if (isStop && (event === 'requested' || event === 'confirmed')) requestTimes.set(subject, at);
    const wasDue =
      event === 'cancelled' ? isStop && by === undefined : event === 'resolved' && stopping.has(rule);
    if (!wasDue || !saysAtRest(because)) continue;
    const last = requestTimes.get(subject);
    if (last === undefined || computeSpan(last, at) > explains) subjects.add(subject);
  }
  return [...subjects];
}
