import type { Grant, RecordedRequest } from '../../clouds/cloud.ts';
import type { CloudErrorKind } from '../../clouds/http/errors.ts';
import type { CloudProfile } from '../../clouds/profile.ts';
import type { Part } from '../../model/facts/observation.ts';
import { BillingAccountId, nameOfTarget, type TargetId, toPayerTarget, toTarget } from '../../model/ids.ts';
import type { Instant } from '../../model/time/time.ts';
import type { FleetSignals } from '../../observe/signals/machine-signals.ts';
import { fleetSignals, slotsDue } from '../fleet-signals.ts';
import type { Connection, WatchPorts } from '../ports.ts';
import { type FoundTargets, findTargets } from '../watch/find-targets.ts';
import { type CheckOrder, type SeenTarget, surveyTargets } from './survey-targets.ts';

/** The requests of a check and their replies. */
export type Examination = {
  readonly at: Instant;
  readonly cloud: CloudProfile;
  /** The user of the key; `null` when the platform does not show it. */
  readonly user: string | null;
  readonly grants: readonly Grant[];
  /** The listed targets; `null` if the key or the cloud failed first, so that nothing else was requested. */
  readonly found: FoundTargets | null;
  /** The sampled projects, and every billing account. */
  readonly targets: readonly SeenTarget[];
  /** Projects that `--project` names and the cloud does not list. */
  readonly unknown: readonly string[];
  /** The signals of the last slots, the names of all sources, and the failures of some; `null` without any source. */
  readonly signals:
    | (FleetSignals & { readonly sources: readonly string[]; readonly failures: readonly string[] })
    | null;
  readonly asks: readonly RecordedRequest[];
};

/** Errors after which nothing else is requested. */
const final: ReadonlySet<CloudErrorKind> = new Set(['unauthenticated', 'unreachable', 'timeout']);

/** Makes the requests that the watch job would make, and changes nothing. Returns `null` for a cloud without a check-up. */
export async function examine(
  { clock, connection, signals }: Pick<WatchPorts, 'clock' | 'signals'> & { readonly connection: Connection },
  checkUp: CheckOrder,
): Promise<Examination | null> {
  const noted = connection.provider.checkUp?.();
  if (noted === undefined) return null;
  const { asks } = noted;
  const at = clock.now();
  const user = await noted.user();
  const refusal = asks.at(-1)?.outcome;
  const nothing = {
    at,
    cloud: noted.profile,
    user,
    grants: [],
    found: null,
    targets: [],
    unknown: [],
    signals: null,
    asks,
  };
  if (refusal?.kind === 'refused' && final.has(refusal.error)) return nothing;
  const listing = await findTargets(connection.name, noted.listTargets(), []);
  if (listing.failure !== null) return { ...nothing, found: listing };
  const grants = await noted.grants();
  const { targets, unknown } = selectTargets(listing.targets, checkUp);
  const context = { ...listing, ...checkUp, clock, poll: noted.polls(), provider: noted };
  const surveys = await Promise.all(targets.map((target) => surveyTargets(context, target)));
  const read =
    signals === undefined || signals.length === 0
      ? null
      : await fleetSignals(
          { signals, log: () => {} },
          slotsDue(at, checkUp.intervals.usageEvery),
          surveys.map(({ head }) => head),
        );
  return {
    ...nothing,
    grants,
    found: listing,
    targets: surveys,
    unknown,
    signals: read && { ...read, sources: (signals ?? []).map(({ name }) => name) },
  };
}

/** Returns the projects to check and every account, and the named projects that do not exist. */
function selectTargets(targets: readonly TargetId[], { projects, sample }: CheckOrder) {
  const all = targets.map((id) => toTarget(id));
  const listed = all.flatMap((target) => (target.kind === 'project' ? [target] : []));
  const accounts = all.flatMap((target) => (target.kind === 'account' ? [target] : []));
  const isNamed = ({ project }: { readonly project: string }) => projects.includes(project);
  const chosen = projects.length > 0 ? listed.filter(isNamed) : listed.slice(0, sample);
  const unknown = projects.filter((name) => !listed.some(({ project }) => String(project) === name));
  return { targets: [...chosen, ...accounts], unknown };
}

/** True if a refusal shows that the platform does not support the request. */
export const isAbsent = (outcome: RecordedRequest['outcome']): boolean =>
  outcome.kind === 'refused' && (outcome.error === 'not-found' || outcome.error === 'unsupported');

const isAboutTarget = ({ about }: RecordedRequest, target: TargetId): boolean =>
  about !== null && about.kind === toTarget(target).kind && about.id === nameOfTarget(target);

/** Finds the request that read a part of a target: its own, or that of a fallback, which may ask the target's account. */
export function findPartRequest(
  part: Part,
  target: TargetId,
  { asks, found }: Pick<Examination, 'asks' | 'found'>,
): RecordedRequest | undefined {
  const account = found?.accountOf.get(target);
  const payer = account === undefined ? target : toPayerTarget(target, BillingAccountId.parse(account));
  const findLast = (subject: TargetId, counts: (ask: RecordedRequest) => boolean) =>
    asks.findLast((ask) => ask.topic === part && isAboutTarget(ask, subject) && counts(ask));
  const isSupported = ({ outcome }: RecordedRequest) => !isAbsent(outcome);
  return findLast(target, isSupported) ?? findLast(payer, isSupported) ?? findLast(target, () => true);
}
