import type { ConnectionName } from '../model/connection-name.ts';
import { getTargetConnection, Subject, scoped } from '../model/ids.ts';
import { fitsGlob, isGlob } from '../model/rules/match.ts';
import type { Instant } from '../model/time/time.ts';
import type { Head } from './head.ts';
import type { Override } from './override.ts';

/** A renamed connection, with the time of the renaming. */
type Rename = {
  readonly before: ConnectionName | null;
  readonly now: ConnectionName | null;
  readonly until: Instant;
};

/**
 * Returns overrides under the present names of connections that were renamed since, so that a resource protected
 * under its former name stays protected.
 */
export function renamedOverrides(
  overrides: readonly Override[],
  heads: readonly Pick<Head, 'target' | 'earlier'>[],
): readonly Override[] {
  const renames = listRenames(heads);
  if (renames.length === 0) return overrides;
  return overrides.flatMap((override) => {
    const moved = renames.flatMap((rename) =>
      override.at < rename.until ? (renamed(override, rename) ?? []) : [],
    );
    if (moved.length === 0) return [override];
    // A glob may also match other connections.
    return listConnectionNames(override).some((name) => isGlob(name)) ? [override, ...moved] : moved;
  });
}

/** Returns the distinct renames of connections that heads record, the earliest first. */
function listRenames(heads: readonly Pick<Head, 'target' | 'earlier'>[]): readonly Rename[] {
  const renames = heads.flatMap(({ target, earlier }) => {
    const now = getTargetConnection(target) ?? null;
    return (earlier?.names ?? []).map(
      (name): Rename => ({ before: getTargetConnection(name.target) ?? null, now, until: name.until }),
    );
  });
  const distinct = new Map(renames.map((rename) => [JSON.stringify(rename), rename]));
  return [...distinct.values()]
    .filter(({ before, now }) => before !== now)
    .toSorted((left, right) => left.until - right.until);
}

/** Returns an override under the present name of its connection; `null` if it does not name the former one. */
function renamed(override: Override, rename: Rename): Override | null {
  switch (override.kind) {
    case 'silence': {
      const { alerts } = override;
      const subject = renamedSubject(alerts.subject, rename);
      const connection = renamedName(alerts.match?.connection, rename);
      if (subject === null && connection === null) return null;
      const match = connection === null ? {} : { match: { ...alerts.match, connection } };
      return { ...override, alerts: { ...alerts, ...(subject !== null && { subject }), ...match } };
    }
    case 'pause': {
      const connection = renamedName(override.connection, rename);
      return connection === null ? null : { ...override, connection };
    }
    case 'keep':
    case 'belief': {
      const subject = renamedSubject(override.subject, rename);
      return subject === null ? null : { ...override, subject };
    }
    default: {
      const subject = renamedSubject(override.subject, rename);
      return subject === null ? null : { ...override, subject: Subject.parse(subject) };
    }
  }
}

/** Returns the names of connections in an override, which may be globs. */
function listConnectionNames(override: Override): readonly string[] {
  const named = [
    override.kind === 'pause' ? override.connection : undefined,
    override.kind === 'silence' ? override.alerts.match?.connection : undefined,
    readGlobScope(
      override.kind === 'silence'
        ? override.alerts.subject
        : 'subject' in override
          ? override.subject
          : undefined,
    )?.name,
  ];
  return named.flatMap((name) => name ?? []);
}

/**
 * Returns the present name for a former one; otherwise `null`. The unnamed connection has an empty name; an absent
 * name means all.
 */
const renamedName = (name: string | undefined, { before, now }: Rename): string | null =>
  name !== undefined && fitsGlob(name, before ?? '') && !fitsGlob(name, now ?? '') ? (now ?? '') : null;

function renamedSubject(glob: string | undefined, rename: Rename): string | null {
  const scope = readGlobScope(glob);
  if (scope === null) return null;
  const name = renamedName(scope.name, rename);
  return name === null ? null : `${scoped(scope.kind, name === '' ? null : name)}/${scope.rest}`;
}

/** Returns the parts of a glob over subjects; `null` if it names no connection. */
function readGlobScope(glob: string | undefined) {
  const [, kind, name = '', rest] = /^(project|account)(?:@([^/]+))?\/(.*)$/s.exec(glob ?? '') ?? [];
  return (kind === 'project' || kind === 'account') && rest !== undefined
    ? ({ kind, name, rest } as const)
    : null;
}
