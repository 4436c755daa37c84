import type * as z from 'zod';
import type { SearchResult } from '../../../cloud/wire/whole/search-result.ts';
import { assertNever } from '../../../model/assert-never.ts';
import { isoInstant } from '../../../model/time.ts';
import type { Holding } from '../world/holding.ts';
import { existsAt, stateAt } from '../world/life.ts';
import { compareText, type WorldState } from '../world/world-state.ts';
import { foundMachineReply } from './machine.ts';
import { projectReply } from './project.ts';
import { diskReply, volumeReply } from './storage.ts';
import { foundVmReply } from './vm.ts';

type Result = z.input<typeof SearchResult>;
/** Something that a query may find, by its name or, less surely, by its other fields. */
type Candidate = {
  readonly path: string;
  readonly name: string;
  readonly fields: readonly string[];
  readonly result: Result;
};

/** Everything there is that a query is found in, best first. */
export function searchReply(state: WorldState, query: string): Result[] {
  const wanted = query.trim().toLowerCase();
  return [...candidates(state)]
    .map((candidate) => ({ ...candidate, score: scoreOf(wanted, candidate.name, candidate.fields) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || compareText(left.path, right.path))
    .map(({ path, score, result }) => ({ resourceName: path, score, ...result }));
}

/** A guess at the platform's: the whole name counts most, then its beginning, then any part of it. */
function scoreOf(wanted: string, name: string, fields: readonly string[]): number {
  const lower = name.toLowerCase();
  if (lower === wanted) return 1;
  if (lower.startsWith(wanted)) return 0.8;
  if (lower.includes(wanted)) return 0.5;
  return fields.some((field) => field.toLowerCase().includes(wanted)) ? 0.2 : 0;
}

function* candidates(state: WorldState): Generator<Candidate> {
  for (const { id, displayName, createdAt } of state.accounts.values()) {
    const billingAccount = { id, displayName, createTime: isoInstant(createdAt) };
    const result = { resourceType: 'billingAccount', billingAccount };
    yield { path: `billingAccounts/${id}`, name: id, fields: [displayName], result };
  }
  for (const project of state.projects.values()) {
    const path = `projects/${project.id}`;
    const result = { resourceType: 'project', project: projectReply(state, project) };
    yield { path, name: project.id, fields: [project.account], result };
    for (const holding of project.holdings) {
      if (existsAt(holding.life, state.at)) yield candidateOf(state, path, holding);
    }
  }
}

function candidateOf(state: WorldState, project: string, holding: Holding): Candidate {
  const fields = [holding.project, holding.dataCenter, stateAt(holding.life, state.at) ?? ''];
  const under = (collection: string, result: Result): Candidate => ({
    path: `${project}/${collection}/${holding.id}`,
    name: holding.id,
    fields,
    result,
  });
  switch (holding.kind) {
    case 'vm':
      return under('vms', { resourceType: 'virtualMachine', virtualMachine: foundVmReply(state, holding) });
    case 'machine':
      return under('machines', { resourceType: 'machine', machine: foundMachineReply(state, holding) });
    case 'volume':
      return under('volumes', { resourceType: 'volume', volume: volumeReply(state, holding) });
    case 'disk':
      return under('disks', { resourceType: 'disk', disk: diskReply(state, holding) });
    default:
      return assertNever(holding);
  }
}
