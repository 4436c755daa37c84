import type { Part, PollResult } from '../../../model/facts/observation.ts';
import type { UnsupportedPart } from '../../../model/facts/unsupported.ts';
import { BillingAccountId, type ProjectId, type VmId } from '../../../model/ids.ts';
import { findPeriod } from '../../../model/time/period.ts';
import { later, milliseconds, type Span } from '../../../model/time/time.ts';
import { proveAbsences } from '../../absence.ts';
import { absentParts, checkAbsence } from '../../absent-parts.ts';
import type { PollReply, PreviousFacts } from '../../cloud.ts';
import { type Answer, askList, askOne, withRequestTerms } from '../../http/answer.ts';
import type { CloudClient, OperationItem } from '../../http/operation.ts';
import { getCurrentSpend } from '../contract/billing-accounts.ts';
import { listClusters, listMachines } from '../contract/machines.ts';
import { searchResources } from '../contract/search.ts';
import {
  listBuckets,
  listDisks,
  listImages,
  listNetworks,
  listVmDataCenters,
  listVolumes,
} from '../contract/storage.ts';
import { listVms, monitorVm } from '../contract/vms.ts';
import { listInventories } from '../facts/inventory.ts';
import { observeProject } from '../facts/project.ts';
import { type ProjectSpend, spendInRows } from '../facts/spend-in-rows.ts';
import type { WireMachine } from '../wire/machine.ts';
import type { Poll } from './poll-account.ts';
import { readById } from './read-by-id.ts';

/** Reads all due parts of a project, with fallbacks for unsupported ones. */
export async function pollProject(cloud: CloudClient, order: Poll, project: ProjectId): Promise<PollReply> {
  const { plan, at, account, unreadable } = order;
  const input = { projectId: project };
  const vms = askList(cloud, listVms, input);
  /** For a deleted project everything is absent, which does not mean that the platform lacks support. */
  const isThere = async () => (await vms).kind === 'answered';
  const machinesAsked = readMachines(cloud, order, project, isThere);
  /** The past is read only for a project that this poll saw, since a failed poll stores nothing. */
  const isSeen = async () => (await isThere()) || (await machinesAsked).answer?.kind === 'answered';
  const past = { account: account === null ? null : BillingAccountId.parse(account), project };
  const due = async <T>(part: Part, ask: () => Promise<Answer<T>>) =>
    plan.parts.has(part) ? checkAbsence(part, await ask(), order) : null;
  const [machines, clusters, volumes, disks, buckets, prices, images, networks, spend, usage, pastSpend] =
    await Promise.all([
      machinesAsked,
      due('clusters', () => askList(cloud, listClusters, input)),
      due('volumes', () => askList(cloud, listVolumes, input)),
      due('disks', () => askList(cloud, listDisks, input)),
      due('buckets', () => askList(cloud, listBuckets, input)),
      due('prices', () => askList(cloud, listVmDataCenters, {})),
      due('images', () => askList(cloud, listImages, input)),
      due('networks', () => askList(cloud, listNetworks, input)),
      readProjectSpend(cloud, order, project, isThere),
      askUsage(cloud, project, plan.usage),
      isSeen().then((hasBeenSeen) => (hasBeenSeen ? order.readPastSpend(past, order) : null)),
    ]);
  const lists = { machines: machines.answer, clusters, volumes, disks, buckets, images, networks };
  const inventories = listInventories({ vms: await vms, ...lists }, at);
  const absences = await proveAbsences(order.known, inventories, at, (resource) =>
    readById(cloud, project, resource, at),
  );
  const unsupported: UnsupportedPart[] = [...machines.unsupported, ...spend.unsupported];
  if (await isThere())
    unsupported.push(...absentParts({ clusters, volumes, disks, buckets, prices, images, networks }, order));
  const parts = [...plan.parts, ...plan.fallbacks].filter(
    (part) => part !== 'usage' || plan.usage.length > 0,
  );
  function observe({ observation, usageUntil, deferredUsage }: PreviousFacts): PollResult {
    const usageTimes = { usage, usageUntil, deferred: deferredUsage?.of ?? {} };
    const answers = { inventories, absences, spend: spend.answer, prices };
    const poll = { at, account, unreadable, ...answers, ...usageTimes };
    return observeProject(poll, observation?.kind === 'project' ? observation : null);
  }
  return { at, asked: parts, unsupported: unsupported, observe, pastSpend };
}

/** Returns the time limit for the usage samples of a target: a base and a part for each VM. */
const usagePatience = (vms: number): Span => milliseconds(15_000 + vms * 100);

/** Reads usage samples concurrently, with a time limit of their own, so that stalled monitors do not delay the rest. */
async function askUsage(
  shared: CloudClient,
  projectId: ProjectId,
  vms: readonly VmId[],
): Promise<ReadonlyMap<VmId, Answer<readonly OperationItem<typeof monitorVm>[]>>> {
  const cloud = withRequestTerms(shared, { asker: { patience: usagePatience(vms.length) } });
  const answers = await Promise.all(
    vms.map(async (id) => [id, await askList(cloud, monitorVm, { projectId, id })] as const),
  );
  return new Map(answers);
}

/** The answer for a part, direct or by a fallback; `null` when it was not due. */
type PartAnswer<T> = { readonly answer: Answer<T> | null; readonly unsupported: readonly UnsupportedPart[] };

/** The two requests for a part: the specified one, and the fallback for platforms without it. */
type PartRequests<T> = {
  readonly part: Part;
  /** The name of the fallback, as people read it. */
  readonly fallback: string;
  readonly direct: () => Promise<Answer<T>>;
  readonly byFallback: () => Promise<Answer<T>>;
};

/** Reads bare-metal machines from their list, or from the resource search. */
function readMachines(
  cloud: CloudClient,
  order: Poll,
  projectId: ProjectId,
  isThere: () => Promise<boolean>,
): Promise<PartAnswer<readonly WireMachine[]>> {
  return either(order, isThere, {
    part: 'machines',
    fallback: 'the resource search',
    direct: () => askList(cloud, listMachines, { projectId }),
    byFallback: async () => {
      const answer = await askList(cloud, searchResources, { query: projectId });
      if (answer.kind !== 'answered') return answer;
      const machines = answer.value.flatMap(({ machine }) => machine ?? []);
      // A machine without a project may belong to this one, whose list is then incomplete.
      const unattributed = machines.filter(({ projectId: owner }) => !owner);
      const because = 'the platform does not report its project';
      const flaws = unattributed.map(
        ({ id }) => ({ kind: 'record', operation: searchResources.id, path: id, because }) as const,
      );
      const value = machines.filter(({ projectId: owner }) => owner === projectId);
      return { ...answer, value, flaws: [...answer.flaws, ...flaws] };
    },
  });
}

/**
 * Reads a project's spend from its own figure, or from the rows of its billing account. Its own figure covers a month in
 * UTC; if the policy's month begins at another time, the rows of that month are preferred.
 */
function readProjectSpend(
  cloud: CloudClient,
  order: Poll,
  project: ProjectId,
  isThere: () => Promise<boolean>,
): Promise<PartAnswer<ProjectSpend>> {
  const { account, at, zone } = order;
  async function inRows(): Promise<Answer<ProjectSpend>> {
    if (account === null)
      return { kind: 'absent', because: 'the platform does not report the account of the project' };
    const { rows, from, until } = await order.accountSpend(BillingAccountId.parse(account), order);
    if (rows.kind !== 'answered') return rows;
    return { ...rows, value: spendInRows(rows.value, rows.flaws, project, from, until) };
  }
  const hasMonthOfUtc = findPeriod('month', at, zone).from === findPeriod('month', at, 'UTC').from;
  return either(order, isThere, {
    part: 'spend',
    fallback: 'the spend of the billing account',
    direct: async () => {
      const exact = hasMonthOfUtc ? null : await inRows();
      const isExact = exact?.kind === 'answered' && exact.value.spend && exact.value.leftOut === undefined;
      return exact !== null && isExact ? exact : askOne(cloud, getCurrentSpend, { id: project });
    },
    byFallback: inRows,
  });
}

async function either<T>(
  order: Poll,
  isThere: () => Promise<boolean>,
  { part, fallback, direct, byFallback }: PartRequests<T>,
): Promise<PartAnswer<T>> {
  const { plan, at, unsupportedLife } = order;
  const isKnownUnsupported = plan.fallbacks.has(part);
  if (!isKnownUnsupported && !plan.parts.has(part)) return { answer: null, unsupported: [] };
  const first = isKnownUnsupported ? null : await direct();
  if (first !== null && !(first.kind === 'absent' && (await isThere())))
    return { answer: first, unsupported: [] };
  const second = checkAbsence(part, await byFallback(), order);
  const until = later(at, unsupportedLife);
  if (second.kind === 'absent') {
    const because = first === null ? second.because : `${first.because}; ${second.because}`;
    return { answer: second, unsupported: [{ part, instead: null, because, until }] };
  }
  if (first === null) return { answer: second, unsupported: [] };
  return { answer: second, unsupported: [{ part, instead: fallback, because: first.because, until }] };
}
