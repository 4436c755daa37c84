import type { AccountObservation, Observation } from '../../model/facts/observation.ts';
import { type Resource, toResourceSubject } from '../../model/facts/resource.ts';
import { type Subject, toTarget } from '../../model/ids.ts';
import { noMoney } from '../../model/money/money.ts';
import { earlier, hours, type Instant, later } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import { readTargetObservations } from './history-between.ts';

/** A resource that is gone; `goneBy` is the time of the first poll without it. */
export type LostResource = {
  readonly subject: Subject;
  readonly resource: Resource;
  readonly goneBy: Instant;
};

/** The resources lost when an account's credit ended. */
export type Loss = {
  /** The time of the last poll that showed credit. */
  readonly lastCreditAt: Instant;
  /** The time of the first poll that showed none. */
  readonly endedBy: Instant;
  readonly resources: readonly LostResource[];
};

/** The maximum age of the reported credit: the platform updates it once an hour, and deletes resources by it. */
const creditMayBeLate = hours(1);
/** The time after the end of credit in which a resource that disappears counts as lost because of it. */
const deletesWithin = hours(6);

/** Returns the resources lost at the last end of credit in an account's observations; `null` if credit did not end. */
export async function readLoss(
  ledger: Pick<Ledger, 'observations'>,
  account: readonly AccountObservation[],
  projects: readonly Head[],
): Promise<Loss | null> {
  const end = account.findLastIndex(
    ({ creditBalance }, index) => hasCredit(account[index - 1]) && creditBalance?.gt(noMoney) === false,
  );
  const [last, first] = [account[end - 1], account[end]];
  if (last === undefined || first === undefined) return null;
  const from = earlier(last.at, creditMayBeLate);
  const until = later(first.at, deletesWithin);
  const lost = await Promise.all(
    projects.map(async (head) =>
      findLostResources(head, await readTargetObservations(ledger, head, from, until)),
    ),
  );
  return { lastCreditAt: last.at, endedBy: first.at, resources: lost.flat() };
}

const hasCredit = (account: AccountObservation | undefined): boolean =>
  account?.creditBalance?.gt(noMoney) === true;

/** Returns the resources that earlier observations have and the last one has not. */
function findLostResources({ target: id }: Head, observations: readonly Observation[]): LostResource[] {
  const target = toTarget(id);
  if (target.kind !== 'project') return [];
  const there = new Map<Subject, Resource>();
  const gone = new Map<Subject, LostResource>();
  for (const observation of observations) {
    if (observation.kind !== 'project') continue;
    const now = new Map(
      observation.resources.flatMap((resource) =>
        resource.activity === 'gone' ? [] : [[toResourceSubject(target.id, resource), resource] as const],
      ),
    );
    for (const [subject, resource] of there) {
      if (now.has(subject)) continue;
      gone.set(subject, { subject, resource, goneBy: observation.at });
      there.delete(subject);
    }
    for (const [subject, resource] of now) {
      there.set(subject, resource);
      gone.delete(subject);
    }
  }
  return [...gone.values()];
}
