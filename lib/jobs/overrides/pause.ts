import type { Subject } from '../../model/ids.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Instant } from '../../model/time/time.ts';
import { counted, formatShortList } from '../../model/words.ts';
import type { OverrideByKind } from '../../state/override.ts';
import { findScope } from './find-scope.ts';
import type {
  OverrideLedger,
  OverrideOutcome,
  OverrideRefusal,
  OverrideRequest,
} from './override-outcome.ts';
import { begunRemarks, waitingInWords } from './override-text.ts';
import { selectAnnouncedActions, selectIntents } from './pending-actions.ts';
import { createOverrideId, type OverrideContext, overrideFields, recordOverride } from './place-override.ts';
import { plannedOverride } from './planned-override.ts';
import { isCovered, listProjectGlobs, matchOfProjects, type Scope, selectAffectedHeads } from './scope.ts';

/** Suspends actions in projects, or all actions for the name "*"; alerts are still sent. @throws LedgerError */
export const pause = (
  ledger: OverrideLedger,
  { asked, until, ...request }: OverrideRequest & { readonly asked: string; readonly until: Instant },
): Promise<OverrideOutcome> =>
  recordOverride(ledger, request, { until, isReasonNeeded: true }, (context) => {
    const scope = pausedScope(context, asked);
    return scope.kind === 'everything' || scope.kind === 'projects'
      ? pausePlaced(context, scope, until)
      : scope;
  });

/** Returns the ID that a pause of exactly this scope has. */
export function findPauseId(context: OverrideContext, name: string): string | OverrideRefusal {
  const scope = pausedScope(context, name);
  return scope.kind === 'everything' || scope.kind === 'projects' ? idOfPause(scope) : scope;
}

type PausedScope = Extract<Scope, { kind: 'everything' | 'projects' }>;
const idOfPause = (scope: PausedScope): string =>
  scope.kind === 'everything'
    ? createOverrideId('pause', undefined)
    : createOverrideId('pause', ...listProjectGlobs(scope));

const isProject = ({ subject }: { readonly subject: Subject }): boolean => {
  const { scope, resource } = subjectParts(subject);
  return scope === 'project' && resource === null;
};

function pausedScope({ heads }: OverrideContext, name: string): PausedScope | OverrideRefusal {
  const match = findScope(heads, name, isProject);
  if (match.kind !== 'scope') return match;
  const { scope } = match;
  if (scope.kind === 'everything' || scope.kind === 'projects') return scope;
  const because = `"${name}" is not a project: pause takes projects or everything; use keep for resources`;
  return { kind: 'unfit', because };
}

function pausePlaced(context: OverrideContext, scope: PausedScope, until: Instant): OverrideOutcome {
  const { heads, named } = context;
  const override: OverrideByKind<'pause'> = {
    kind: 'pause',
    id: idOfPause(scope),
    ...overrideFields(context, until),
    ...(scope.kind === 'everything' ? {} : matchOfProjects(scope)),
  };
  const isPaused = (subject: Subject) => isCovered(scope, subject);
  const waiting = selectAnnouncedActions(heads, isPaused).map((one) => waitingInWords(one, named));
  const outcome = plannedOverride(context, override, selectAffectedHeads(heads, scope), [
    waiting.length === 0
      ? 'No announced actions are affected.'
      : `${counted(waiting.length, 'announced action')} on hold: ${formatShortList(waiting)}.`,
    ...begunRemarks(selectIntents(heads, isPaused), 'a pause', named),
  ]);
  return { ...outcome, says: `${outcome.says}; alerts are still sent` };
}
