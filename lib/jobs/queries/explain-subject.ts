import { type ExplainedPast, type Explanation, explain } from '../../decide/explain.ts';
import { createFleetContextBuilder } from '../../decide/fleet-context.ts';
import type { Subject } from '../../model/ids.ts';
import { earlier } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { computeSampleReach } from '../../rules/history-needs.ts';
import { computeUseMeaning } from '../../rules/idle/terms.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import type { ViewInput } from '../../views/view-input.ts';
import { weeksOfHours } from '../watch/commit-turn.ts';
import { type FoundSubject, findSubject } from './find-subject.ts';
import { samplesAndUse } from './samples-and-use.ts';

/** A request for an explanation; `asked` is the name of a subject, or an unambiguous part of one. */
export type ExplainQuestion = Pick<ViewInput, 'policy' | 'intervals' | 'now'> & { readonly asked: string };

export type ExplainAnswer =
  | { readonly kind: 'explained'; readonly subject: Subject; readonly explanations: readonly Explanation[] }
  | Exclude<FoundSubject, { kind: 'found' }>;

type Reader = Pick<Ledger, 'heads' | 'samplings' | 'use' | 'meters' | 'overrides'>;

/** Explains a subject from the ledger, and writes nothing. @throws LedgerError */
export async function explainSubject(ledger: Reader, question: ExplainQuestion): Promise<ExplainAnswer> {
  const { asked, policy, intervals, now } = question;
  const heads = await ledger.heads();
  const match = findSubject(heads, asked);
  if (match.kind !== 'found') return match;
  const { head, subject } = match;
  const past = await readExplainedPast(ledger, head, policy);
  const fleet = createFleetContextBuilder(heads, await ledger.overrides(now), policy, now)(head.target);
  return {
    kind: 'explained',
    subject,
    explanations: explain({ head, past, fleet, policy, intervals }, subject),
  };
}

/** Reads more history than a turn does, because the last verdict of a rule may be based on samples of earlier polls. */
async function readExplainedPast(ledger: Reader, head: Head, { rules }: Policy): Promise<ExplainedPast> {
  const { target, observation } = head;
  if (observation === null || observation.kind === 'group') return { samplings: [], hours: null };
  const { at } = observation;
  const learnsBy = computeUseMeaning(rules);
  const [past, hours] = await Promise.all([
    samplesAndUse(ledger, head, { at, reach: computeSampleReach(rules), learnsBy }),
    ledger.meters(target, 'hour', earlier(at, weeksOfHours), at),
  ]);
  return { ...past, hours };
}
