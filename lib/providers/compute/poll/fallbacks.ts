import type { Part } from '../../../model/facts/observation.ts';
import type { Fallback, Unsupported } from '../../../model/facts/unsupported.ts';
import { BillingAccountId, type ProjectId } from '../../../model/ids.ts';
import { later } from '../../../model/time/time.ts';
import type { Answer } from '../../answer.ts';
import { askList, askOne } from '../../answer.ts';
import type { Cloud } from '../../operation.ts';
import { listMachines } from '../contract/machines.ts';
import { searchResources } from '../contract/search.ts';
import { getCurrentSpend } from '../contract/spend.ts';
import { type ProjectSpend, spendInRows } from '../facts/spend-in-rows.ts';
import type { WireMachine } from '../wire/machine.ts';
import type { Poll } from './account-spend.ts';

/** The answer for a part, direct or by a fallback; `null` when it was not due. */
export type Had<T> = { readonly answer: Answer<T> | null; readonly lacking: readonly Unsupported[] };

/** The two requests for a part: the specified one, and the fallback for platforms without it. */
type Ways<T> = {
  readonly part: Part;
  readonly fallback: Fallback;
  readonly straight: () => Promise<Answer<T>>;
  readonly around: () => Promise<Answer<T>>;
};

/** Reads bare-metal machines from their list, or from the resource search. */
export function machinesOf(
  cloud: Cloud,
  order: Poll,
  projectId: ProjectId,
  isThere: () => Promise<boolean>,
): Promise<Had<readonly WireMachine[]>> {
  return either(order, isThere, {
    part: 'machines',
    fallback: 'resource-search',
    straight: () => askList(cloud, listMachines, { projectId }),
    around: async () => {
      const found = await askList(cloud, searchResources, { query: projectId });
      if (found.kind !== 'answered') return found;
      const machines = found.value.flatMap(({ machine }) => machine ?? []);
      // It may belong to this project, whose list is then incomplete.
      const ofNobody = machines.filter(({ projectId: owner }) => !owner);
      const because = 'the platform does not report its project';
      const flaws = ofNobody.map(
        ({ id }) => ({ kind: 'record', operation: searchResources.id, path: id, because }) as const,
      );
      const value = machines.filter(({ projectId: owner }) => owner === projectId);
      return { ...found, value, flaws: [...found.flaws, ...flaws] };
    },
  });
}

/** Reads a project's spend from its own figure, or from the rows of its billing account. */
export function spendOf(
  cloud: Cloud,
  order: Poll,
  project: ProjectId,
  isThere: () => Promise<boolean>,
): Promise<Had<ProjectSpend>> {
  return either(order, isThere, {
    part: 'spend',
    fallback: 'account-spend',
    straight: () => askOne(cloud, getCurrentSpend, { id: project }),
    around: async () => {
      if (order.account === null)
        return { kind: 'absent', because: 'the platform does not report the account of the project' };
      const { rows, from, until } = await order.accountSpend(BillingAccountId.parse(order.account), order.at);
      if (rows.kind !== 'answered') return rows;
      return { ...rows, value: spendInRows(rows.value, rows.flaws, project, from, until) };
    },
  });
}

async function either<T>(
  { plan, at, unsupportedLife }: Poll,
  isThere: () => Promise<boolean>,
  { part, fallback, straight, around }: Ways<T>,
): Promise<Had<T>> {
  const isKnownUnsupported = plan.fallbacks.has(part);
  if (!isKnownUnsupported && !plan.parts.has(part)) return { answer: null, lacking: [] };
  const first = isKnownUnsupported ? null : await straight();
  if (first !== null && !(first.kind === 'absent' && (await isThere())))
    return { answer: first, lacking: [] };
  const second = await around();
  const until = later(at, unsupportedLife);
  if (second.kind === 'absent') {
    const because = first === null ? second.because : `${first.because}; ${second.because}`;
    return { answer: second, lacking: [{ part, instead: null, because, until }] };
  }
  if (first === null) return { answer: second, lacking: [] };
  return { answer: second, lacking: [{ part, instead: fallback, because: first.because, until }] };
}
