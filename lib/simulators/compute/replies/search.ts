import type * as z from 'zod';
import { assertNever } from '../../../model/assert-never.ts';
import { isoInstant } from '../../../model/time/time.ts';
import { compareText } from '../../../model/words.ts';
import type { SearchResult } from '../wire/search-result.ts';
import type { Bucket, Holding } from '../world/holding.ts';
import type { Place } from '../world/identity/identity-life.ts';
import { existsAt, stateAt } from '../world/life.ts';
import type { WorldState } from '../world/world-state.ts';
import { projectReply } from './account.ts';
import { clusterReply, foundMachineReply } from './cluster.ts';
import { networkReply } from './network.ts';
import { diskReply, foundImageReply, volumeReply } from './storage.ts';
import { foundVmReply } from './vm.ts';

type Result = z.input<typeof SearchResult>;
/** A possible result, found by its name or, with a lower score, by its other fields. */
type Candidate = {
  readonly path: string;
  readonly name: string;
  readonly fields: readonly string[];
  /** Creates the result, only when it is found. */
  result(): Result;
};

/** Returns the results that the caller may see, best first. */
export function searchReply(state: WorldState, query: string, isSeen: (place: Place) => boolean): Result[] {
  const wanted = query.trim().toLowerCase();
  return [...candidates(state, isSeen)]
    .map((candidate) => ({ ...candidate, score: scoreOf(wanted, candidate.name, candidate.fields) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || compareText(left.path, right.path))
    .map(({ path, score, result }) => ({ resourceName: path, score, ...result() }));
}

/** Scores a name, as a guess at the platform's ranking: the whole name is best, then its beginning, then any part. */
function scoreOf(wanted: string, name: string, fields: readonly string[]): number {
  if (wanted === '') return 0.2;
  const lower = name.toLowerCase();
  if (lower === wanted) return 1;
  if (lower.startsWith(wanted)) return 0.8;
  if (lower.includes(wanted)) return 0.5;
  return fields.some((field) => field.toLowerCase().includes(wanted)) ? 0.2 : 0;
}

function* candidates(state: WorldState, isSeen: (place: Place) => boolean): Generator<Candidate> {
  for (const { id, displayName, createdAt } of state.accounts.values()) {
    if (!isSeen({ kind: 'account', id })) continue;
    const billingAccount = { id, displayName, createTime: isoInstant(createdAt) };
    const result = () => ({ resourceType: 'billingAccount', billingAccount });
    yield { path: `billingAccounts/${id}`, name: id, fields: [displayName], result };
  }
  for (const project of state.projects.values()) {
    if (!isSeen({ kind: 'project', id: project.id })) continue;
    const path = `projects/${project.id}`;
    const result = () => ({ resourceType: 'project', project: projectReply(state, project) });
    yield { path, name: project.id, fields: [project.account], result };
    for (const holding of project.holdings) {
      if (holding.kind !== 'bucket' && existsAt(holding.life, state.at)) {
        yield candidateOf(state, path, holding);
      }
    }
  }
}

/** The kinds that the search covers; no platform's search has buckets. */
type Searched = Exclude<Holding, Bucket>;

function candidateOf(state: WorldState, project: string, holding: Searched): Candidate {
  return {
    path: `${project}/${holding.kind}s/${holding.id}`,
    name: holding.id,
    fields: [holding.project, holding.dataCenter, stateAt(holding.life, state.at) ?? ''],
    result: () => resultOf(state, holding),
  };
}

function resultOf(state: WorldState, holding: Searched): Result {
  switch (holding.kind) {
    case 'vm':
      return { resourceType: 'virtualMachine', virtualMachine: foundVmReply(state, holding) };
    case 'machine':
      return { resourceType: 'machine', machine: foundMachineReply(state, holding) };
    case 'cluster':
      return { resourceType: 'cluster', cluster: clusterReply(state, holding) };
    case 'volume':
      return { resourceType: 'volume', volume: volumeReply(state, holding) };
    case 'disk':
      return { resourceType: 'disk', disk: diskReply(state, holding) };
    case 'image':
      return { resourceType: 'image', image: foundImageReply(state, holding) };
    case 'network':
      return { resourceType: 'network', network: networkReply(state, holding) };
    default:
      return assertNever(holding);
  }
}
