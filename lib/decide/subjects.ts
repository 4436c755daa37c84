import type { Observation } from '../model/facts/observation.ts';
import { type Resource, subjectOf } from '../model/facts/resource.ts';
import type { Head } from '../model/head.ts';
import { Subject, type TargetId, targetOf } from '../model/ids.ts';
import { subjectParts } from '../model/subject.ts';

/** The resource that a subject names, as a head last saw it. */
export function resourceAt({ target: id, observation }: Head, subject: Subject): Resource | undefined {
  const target = targetOf(id);
  if (observation?.kind !== 'project' || target.kind !== 'project') return undefined;
  return observation.resources.find((resource) => subjectOf(target.project, resource) === subject);
}

/** All that a head can be asked about: the target itself, what is in it, and what it has alerts on. */
export function subjectsOf(head: Head): readonly Subject[] {
  const { observation, alerts } = head;
  const target = targetOf(head.target);
  const resources =
    observation?.kind === 'project' && target.kind === 'project'
      ? observation.resources.map((resource) => subjectOf(target.project, resource))
      : [];
  return [...new Set([Subject.parse(head.target), ...resources, ...alerts.map(({ subject }) => subject)])];
}

/** What people may call a subject: its whole name, and parts of it from the most telling on. */
export function namesOf(subject: Subject): readonly string[] {
  const { name, resource } = subjectParts(subject);
  if (resource === null) return [subject, name];
  const { kind, id } = resource;
  return [subject, `${name}/${kind}/${id}`, `${name}/${id}`, id];
}

/** Finds a resource by its name among all that an observation shows. */
export function resourceFinder(
  of: TargetId,
  observation: Observation | null,
): (subject: string) => Resource | undefined {
  const target = targetOf(of);
  if (observation?.kind !== 'project' || target.kind !== 'project') return () => undefined;
  const bySubject = new Map<string, Resource>(
    observation.resources.map((resource) => [subjectOf(target.project, resource), resource]),
  );
  return (subject) => bySubject.get(subject);
}
