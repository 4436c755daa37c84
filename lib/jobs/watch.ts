import type { CloudError } from '../cloud/errors.ts';
import { type Turn, takeTurn } from '../decide/turn.ts';
import { reachOf } from '../evaluate/evaluate.ts';
import { firstHead, type Head } from '../model/head.ts';
import { type TargetId, targetOf } from '../model/ids.ts';
import { defaultIntervals, type Intervals } from '../model/intervals.ts';
import type { Observation, Sighting } from '../model/observation.ts';
import type { Policy } from '../model/policy.ts';
import { earlier } from '../model/time.ts';
import { planLook } from '../observe/plan-look.ts';
import { type Found, findTargets } from './find-targets.ts';
import { type Looked, lookAt } from './look.ts';
import type { WatchPorts } from './ports.ts';
import { toldError } from './told-error.ts';

/** What one run of `watch` is made with. */
export type WatchRun = { readonly policy: Policy; readonly intervals?: Intervals };

/** What became of one target in a run. */
export type TargetReport =
  | { readonly kind: 'turned'; readonly target: TargetId; readonly turn: Turn }
  /** Another run had looked later, or kept winning the commit. */
  | { readonly kind: 'overtaken'; readonly target: TargetId }
  | { readonly kind: 'failed'; readonly target: TargetId; readonly because: string };

export type WatchReport = {
  readonly targets: readonly TargetReport[];
  /** Why the cloud could not be asked for its projects; `null` when it could. */
  readonly failure: CloudError | null;
};

/** Takes every target through one turn. One target's failure is its own. */
export async function watch(ports: WatchPorts, run: WatchRun): Promise<WatchReport> {
  const heads = await ports.ledger.heads();
  const found = await findTargets(ports.cloud, heads);
  if (found.failure) ports.log('targets-not-found', { because: found.failure.message });
  for (const because of found.missing) ports.log('targets-not-all-listed', { because });
  const headOf = new Map(heads.map((head) => [head.target, head]));
  const targets = await Promise.all(
    found.targets.map((target) => watchTarget(ports, run, found, headOf.get(target) ?? firstHead(target))),
  );
  return { targets, failure: found.failure };
}

const mostTries = 4;

async function watchTarget(
  ports: WatchPorts,
  run: WatchRun,
  found: Found,
  known: Head,
): Promise<TargetReport> {
  const { target } = known;
  try {
    const turn = await turnTarget(ports, run, found, known);
    return turn === null ? { kind: 'overtaken', target } : { kind: 'turned', target, turn };
  } catch (error) {
    // Whatever it is, a mistake of ours included, the other targets go on.
    const because = toldError(error);
    ports.log('turn-failed', { target, because });
    return { kind: 'failed', target, because };
  }
}

/** Looks once, then takes the turn again from the newest head for as long as others commit first. */
async function turnTarget(ports: WatchPorts, run: WatchRun, found: Found, known: Head): Promise<Turn | null> {
  const { ledger } = ports;
  const { policy, intervals = defaultIntervals } = run;
  const looked = await look(ports, found, known, policy, intervals);
  let head = known;
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    if (isOvertaken(head, looked)) return null;
    const observation = looked.observe(head);
    const history = await recent(ports, head, observation, policy);
    const turn = takeTurn({ head, observation, asked: looked.asked, history, policy, intervals });
    await ledger.record({
      target: head.target,
      sighting: observation.kind === 'unseen' ? null : head.sighting,
      ...head.unwritten,
    });
    if ((await ledger.commit(turn.head)) === 'committed') return turn;
    head = (await ledger.head(head.target)) ?? firstHead(head.target);
  }
  return null;
}

async function look(
  { clock, cloud }: WatchPorts,
  { failure, accountOf }: Found,
  head: Head,
  policy: Policy,
  intervals: Intervals,
): Promise<Looked> {
  const at = clock.now();
  if (failure) return { at, asked: [], observe: () => ({ kind: 'unseen', at, because: failure.message }) };
  return lookAt(cloud, {
    target: targetOf(head.target),
    plan: planLook(head, policy, intervals, at),
    at,
    account: accountOf.get(head.target) ?? null,
    zone: policy.timezone,
  });
}

const isOvertaken = ({ sighting }: Head, { at }: Looked): boolean => sighting !== null && sighting.at >= at;

/** History is read only when there is something new to hold against it. */
async function recent(
  { ledger }: WatchPorts,
  head: Head,
  observation: Observation,
  policy: Policy,
): Promise<readonly Sighting[]> {
  if (observation.kind !== 'project' || observation.usage.length === 0) return [];
  return ledger.sightings(head.target, earlier(observation.at, reachOf(policy.rules)), observation.at);
}
