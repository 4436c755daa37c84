import type { Observation } from '../model/facts/observation.ts';
import { getGivenName, type Resource, toResourceSubject } from '../model/facts/resource.ts';
import { groupByKey } from '../model/grouped-by.ts';
import { getTargetConnection, nameOfTarget, Subject, type TargetId, toTarget } from '../model/ids.ts';
import { shortSubject, subjectParts, withConnection } from '../model/subject.ts';
import type { Head } from '../state/head.ts';

/** Returns the resource that a subject names, from the head's last observation. */
export function findResource({ target: id, observation }: Head, subject: Subject): Resource | undefined {
  if (observation?.kind !== 'project') return undefined;
  return observation.resources.find((resource) => toResourceSubject(id, resource) === subject);
}

/** Returns all subjects of a head: the target itself, its resources, and the subjects of its alerts. */
export function listSubjects(head: Head): readonly Subject[] {
  const { observation, alerts } = head;
  const target = toTarget(head.target);
  const resources =
    observation?.kind === 'project' && target.kind === 'project'
      ? observation.resources.map((resource) => toResourceSubject(target.id, resource))
      : [];
  return [...new Set([Subject.parse(head.target), ...resources, ...alerts.map(({ subject }) => subject)])];
}

/** Returns the names that people may use for a subject: the full one first, then its parts, most specific first. */
export function listSubjectNames(subject: Subject): readonly string[] {
  const { connection, name, resource } = subjectParts(subject);
  const names = connection === null ? [] : [shortSubject(subject)];
  if (resource === null) return [subject, ...names, name];
  const { kind, id } = resource;
  return [subject, ...names, `${name}/${kind}/${id}`, `${name}/${id}`, id];
}

/**
 * Maps each resource of a head to the names that people gave it, such as "lab/trainer" and "trainer". Commands in
 * messages use kind and ID instead, so that none of them means a later resource of the same name.
 */
export function indexGivenNames({ target, observation }: Head): ReadonlyMap<Subject, readonly string[]> {
  const resources = observation?.kind === 'project' ? observation.resources : [];
  const project = nameOfTarget(target);
  const connection = getTargetConnection(target) ?? null;
  return new Map(
    resources.flatMap((resource) => {
      const name = getGivenName(resource);
      if (name === undefined || resource.activity === 'gone') return [];
      const qualifiedName = `${project}/${name}`;
      return [
        [
          toResourceSubject(target, resource),
          [withConnection(qualifiedName, connection), qualifiedName, name],
        ] as const,
      ];
    }),
  );
}

/**
 * Returns a function that finds the name that people gave a resource, from the first of its target's observations that
 * shows it; `undefined` when that name is its ID or it has none.
 */
export function givenNameFinder(
  seen: readonly Pick<Head, 'target' | 'observation'>[],
): (subject: Subject) => string | undefined {
  const finders = new Map(
    [...groupByKey(seen, ({ target }) => target)].map(([target, all]) => [
      target,
      all.map(({ observation }) => resourceFinder(target, observation)),
    ]),
  );
  return (subject) => {
    for (const find of finders.get(subjectParts(subject).target) ?? []) {
      const resource = find(subject);
      if (resource !== undefined) return getGivenName(resource);
    }
    return undefined;
  };
}

/** Returns a function that finds a resource of an observation by its subject. */
export function resourceFinder(
  targetId: TargetId,
  observation: Observation | null,
): (subject: string) => Resource | undefined {
  const target = toTarget(targetId);
  if (observation?.kind !== 'project' || target.kind !== 'project') return () => undefined;
  const bySubject = new Map<string, Resource>(
    observation.resources.map((resource) => [toResourceSubject(target.id, resource), resource]),
  );
  return (subject) => bySubject.get(subject);
}
