import { closest } from '../config/policy/fields/closest.ts';
import { Subject } from '../model/ids.ts';
import { fitsGlob } from '../model/rules/match.ts';
import type { Severity } from '../model/severity.ts';
import { subjectParts } from '../model/subject.ts';
import { wrongOption } from './reading.ts';
import type { Colors } from './terminal.ts';

/** A target or a resource as people call it, for a column: "ml-infra", "account main", "ml-infra/train-7b". */
export function shortName(subject: string): string {
  const { scope, name, resource } = subjectParts(Subject.parse(subject));
  if (resource !== null) return `${name}/${resource.id}`;
  return scope === 'project' ? name : `${scope} ${name}`;
}

/** Those names that fit a glob. @throws SettingsError when none does, with what may be meant. */
export function fitting<Name extends string>(
  option: string,
  glob: string | undefined,
  names: readonly Name[],
): ReadonlySet<Name> {
  const found = new Set(names.filter((name) => glob === undefined || fitsGlob(glob, name)));
  if (glob === undefined || found.size > 0) return found;
  const meant = closest(glob, names);
  throw wrongOption(
    option,
    `${glob} fits nothing that spendwatch knows of${meant ? `; is ${meant} meant?` : ''}`,
  );
}

export const paintSeverity = (severity: Severity | null, colors: Colors): ((text: string) => string) =>
  severity === null
    ? colors.green
    : { info: colors.cyan, warning: colors.yellow, critical: colors.red }[severity];
