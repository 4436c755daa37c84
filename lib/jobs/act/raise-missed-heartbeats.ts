import { surroundingsFrom } from '../../decide/fleet-context.ts';
import { raiseSilence, type SilenceScene } from '../../decide/own-health/missed-heartbeat.ts';
import { leastPolls } from '../../evaluate/watcher.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import type { Instruction } from '../../model/override.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { between, type Instant, latest } from '../../model/time/time.ts';
import { commitChange } from '../commit-change.ts';
import { toldError } from '../error-text.ts';
import type { ActPorts } from '../ports.ts';

/** The heads, and in the outbox of those that nobody has looked at for too long a word of it. */
export async function raiseSilences(
  ports: ActPorts,
  policy: Policy,
  intervals: Intervals,
  heads: readonly Head[],
): Promise<readonly Head[]> {
  const now = ports.clock.now();
  const [first, ...others] = heads.flatMap(({ target, lookedAt }) =>
    targetOf(target).kind === 'group' ? [] : (lookedAt ?? []),
  );
  const isStale = ({ lookedAt }: Head) =>
    lookedAt !== null && between(lookedAt, now) >= leastPolls * intervals.pollEvery;
  const mayTell = policy.rules.some(({ kind }) => kind === 'freshness');
  if (first === undefined || !mayTell || !heads.some(isStale)) return heads;
  const newestLook = latest(first, ...others);
  const around = surroundingsFrom(heads, await instructionsAt(ports, now), policy, now);
  const raised: Head[] = [];
  for (const head of heads) {
    const scene = { policy, intervals, around: around(head.target), newestLook, now };
    raised.push((isStale(head) ? await raise(ports, head, scene) : null) ?? head);
  }
  return raised;
}

/** Better to say what somebody silenced than to say nothing at all. */
async function instructionsAt({ ledger, log }: ActPorts, now: Instant): Promise<readonly Instruction[]> {
  try {
    return await ledger.instructions(now);
  } catch (error) {
    log('silences-not-read', { because: toldError(error) });
    return [];
  }
}

/** That it cannot be said of one target keeps nothing else from being said. */
async function raise({ ledger, log }: ActPorts, head: Head, scene: SilenceScene): Promise<Head | null> {
  try {
    return await commitChange(ledger, head, (newest) => raiseSilence(newest, scene));
  } catch (error) {
    log('silence-not-raised', { target: head.target, because: toldError(error) });
    return null;
  }
}
