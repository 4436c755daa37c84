import { wrongSetting } from '../config/settings/settings-error.ts';
import { closest } from '../forms/closest.ts';
import { Subject, type TargetId, toTarget } from '../model/ids.ts';
import { fitsGlob } from '../model/rules/match.ts';
import type { Severity } from '../model/severity.ts';
import { shortSubject, shownName } from '../model/subject.ts';
import type { Head } from '../state/head.ts';
import { severityTone } from '../views/columns/column.ts';
import { type Colors, toneColors } from './terminal.ts';

export const shortName = (subject: string): string => shortSubject(Subject.parse(subject));

/** Returns the names that match a glob. @throws SettingsError when none does, with the closest name. */
export function fitting<Name extends string>(
  option: string,
  glob: string | undefined,
  names: readonly Name[],
): ReadonlySet<Name> {
  const matches = new Set(names.filter((name) => glob === undefined || fitsGlob(glob, name)));
  if (glob === undefined || matches.size > 0) return matches;
  throw wrongSetting(option, `${glob} has no match${hint(glob, names)}`);
}

/** Returns the names that people may use for a project: as it is shown, and as its cloud has it; none for other targets. */
export function projectNames(id: TargetId): readonly string[] {
  const target = toTarget(id);
  return target.kind === 'project' ? [...new Set([shownName(id), target.project])] : [];
}

/** Returns the heads of the projects that match a glob. @throws SettingsError when none does, or none was polled yet */
export function headsOf(glob: string | undefined, heads: readonly Head[]): readonly Head[] {
  const targets = fitting(
    '--project',
    glob,
    heads.flatMap(({ target }) => projectNames(target)),
  );
  const matching = heads.filter((head) => projectNames(head.target).some((name) => targets.has(name)));
  if (glob !== undefined && matching.every(({ observation }) => observation === null))
    throw wrongSetting('--project', `${[...targets].join(', ')} has not been polled yet`);
  return matching;
}

/** Returns an addition to the error for an unknown name: the closest name, if one is close. */
export function hint(typed: string, names: readonly string[]): string {
  const suggestion = closest(typed, names);
  return suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
}

/** Returns the end of the error of an unknown subject: the name that was meant, or where the names are listed. */
export const subjectHint = (typed: string, names: readonly string[]): string =>
  hint(typed, names) || '; spendwatch status and spendwatch vms list what exists.';

export const paintSeverity = (severity: Severity | null, colors: Colors): ((text: string) => string) =>
  toneColors(colors)[severityTone(severity)];
