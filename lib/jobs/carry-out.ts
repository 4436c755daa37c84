import { type Sight, stopVm } from '../act/stop-vm.ts';
import { claimIntent, holdIntents, recordOutcome } from '../decide/after-act.ts';
import { type CapsDecision, checkCaps } from '../decide/caps.ts';
import { longerGrace } from '../decide/longer-grace.ts';
import { recheckStop } from '../decide/recheck.ts';
import type { Head } from '../model/head.ts';
import { targetOf } from '../model/ids.ts';
import type { Intent } from '../model/intent.ts';
import type { Intervals } from '../model/intervals.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Policy } from '../model/policy.ts';
import { vmResource } from '../observe/resources.ts';
import { lastBoot, sampledUse } from '../observe/usage.ts';
import { commitChange } from './commit-change.ts';
import type { ActPorts } from './ports.ts';
import { toldError } from './told-error.ts';

export type Carried = { readonly intent: Intent; readonly outcome: Outcome };

/** An intent that may begin, and the head it stands in. */
type Due = { readonly head: Head; readonly intent: Intent };

/** Carries out every intent that waits, all of them or, when together they pass the caps, none. */
export async function carryOutAll(
  ports: ActPorts,
  policy: Policy,
  intervals: Intervals,
  heads: readonly Head[],
): Promise<readonly Carried[]> {
  const now = ports.clock.now();
  const due = heads.flatMap((head) =>
    head.intents
      .filter((intent) => intent.state.kind === 'waiting' && now <= intent.expiresAt)
      .map((intent): Due => ({ head, intent })),
  );
  if (due.length === 0) return [];
  const decision = await reserve(ports, policy, heads, due);
  if (decision === null) return [];
  if (decision.kind === 'beyond') {
    ports.log('caps-held', { wanted: decision.wanted, allowed: decision.allowed });
    for (const head of new Set(due.map((entry) => entry.head))) {
      await commitChange(ports.ledger, head, (newest) => holdIntents(newest, decision, now));
    }
    return [];
  }
  const carried: Carried[] = [];
  for (const entry of due) {
    const outcome = await carryOut(ports, policy, intervals, entry);
    if (outcome) carried.push({ intent: entry.intent, outcome });
  }
  return carried;
}

const mostTries = 5;

/** Reserves the run's acts in the control record, so that runs side by side share one count. */
async function reserve(
  { ledger, clock }: ActPorts,
  policy: Policy,
  heads: readonly Head[],
  due: readonly Due[],
): Promise<CapsDecision | null> {
  const intents = due.map(({ intent }) => intent);
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const decision = checkCaps(policy, await ledger.control(), intents, heads, clock.now());
    if (decision.kind === 'beyond') return decision;
    if ((await ledger.commitControl(decision.control)) === 'committed') return decision;
  }
  return null;
}

/** Claims, reads again, acts, records. One intent's failure is its own outcome. */
async function carryOut(
  ports: ActPorts,
  policy: Policy,
  intervals: Intervals,
  due: Due,
): Promise<Outcome | null> {
  const { ledger, clock, cloud, log } = ports;
  const { intent } = due;
  const target = targetOf(intent.target);
  if (target.kind !== 'project') return null;
  try {
    const claimed = await commitChange(ledger, due.head, (newest) =>
      claimIntent(newest, intent.id, clock.now()),
    );
    if (claimed === null) return null;
    const outcome = await stopVm(cloud, () => clock.now(), {
      project: target.project,
      intent,
      rereadWithin: intervals.rereadWithin,
      check: ({ vm, samples, at }: Sight) => {
        const grace = longerGrace(claimed, intent, policy, at);
        if (grace !== null) return { kind: 'cancelled', because: grace };
        const resource = vmResource(vm, at);
        const points = sampledUse(samples, resource.vcpus);
        return recheckStop(intent, { vm: resource, points, bootedAt: lastBoot(samples) }, target, policy, at);
      },
    });
    await commitChange(ledger, claimed, (newest) =>
      recordOutcome(newest, intent, outcome, intervals.retryAfter),
    );
    return outcome;
  } catch (error) {
    log('intent-failed', { intent: intent.id, because: toldError(error) });
    return null;
  }
}
