import { assertNever } from '../assert-never.ts';
import { getGivenName, type Resource } from '../facts/resource.ts';
import type { Subject, Target } from '../ids.ts';
import { foldedName, foldedText } from '../spelling.ts';
import { subjectParts } from '../subject.ts';
import { computeSpan, type Instant, type Span } from '../time/time.ts';
import { compareText } from '../words.ts';
import type { Match } from './rule-terms.ts';

/** Reports whether a text may fit more than one name. */
export const isGlob = (text: string): boolean => /[*?]/.test(text);

/** The longest accepted glob. */
export const longestGlob = 400;

/**
 * Reports whether a name fits a glob: `*` stands for any text, `?` for one character. Each piece between two stars is
 * matched at its first position, so that the time is at most the product of both lengths.
 */
export function fitsGlob(glob: string, name: string): boolean {
  if (!glob.includes('*')) return glob.length === name.length && fitsPiece(glob, name, 0);
  const [first = '', ...pieces] = glob.split('*');
  const last = pieces.pop() ?? '';
  const end = name.length - last.length;
  if (first.length > end || !fitsPiece(first, name, 0) || !fitsPiece(last, name, end)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const position = findFirstFit(piece, name, at);
    if (position === -1) return false;
    at = position + piece.length;
  }
  return at <= end;
}

function findFirstFit(piece: string, name: string, from: number): number {
  if (!piece.includes('?')) return name.indexOf(piece, from);
  for (let at = from; at + piece.length <= name.length; at += 1) if (fitsPiece(piece, name, at)) return at;
  return -1;
}

function fitsPiece(piece: string, name: string, at: number): boolean {
  if (!piece.includes('?')) return name.startsWith(piece, at);
  for (let index = 0; index < piece.length; index += 1)
    if (piece[index] !== '?' && piece[index] !== name[at + index]) return false;
  return true;
}

/**
 * Reports whether a glob over subjects, such as "project/pods/vm/sweep-*", fits a resource's subject, with its ID or
 * with the name that people gave it.
 */
export function fitsSubject(glob: string, subject: Subject, resource: Resource | undefined): boolean {
  if (fitsGlob(glob, subject)) return true;
  const name = resource && getGivenName(resource);
  return name !== undefined && fitsGlob(glob, `${subjectParts(subject).target}/${resource?.kind}/${name}`);
}

/** Reports whether a text fits a glob, ignoring case, spaces, dashes and underscores. */
export function fitsLeniently(glob: string, text: string): boolean {
  return fitsGlob(glob, text) || fitsGlob(foldedText(glob), foldedText(text));
}

/** The comparison of texts with globs, and of metadata keys with the keys of a match. */
type Spelling = {
  readonly fits: (glob: string, text: string) => boolean;
  readonly isKey: (key: string, name: string) => boolean;
};
const exact: Spelling = { fits: fitsGlob, isKey: (key, name) => key === name };
/** Ignores case, spaces, dashes and underscores. */
const lenient: Spelling = {
  fits: fitsLeniently,
  isKey: (key, name) => foldedName(key) === foldedName(name),
};

/**
 * Reports whether a rule or protection applies to a target. One that names an account applies to accounts only,
 * unless it names projects too.
 */
export function matchesTarget(
  match: Pick<Match, 'connection' | 'project' | 'account'>,
  target: Target,
  { fits }: Pick<Spelling, 'fits'> = exact,
): boolean {
  const { connection } = match;
  if (connection !== undefined && target.kind !== 'group' && !fits(connection, target.connection ?? ''))
    return false;
  switch (target.kind) {
    case 'project':
      return match.project === undefined ? match.account === undefined : fits(match.project, target.project);
    case 'account':
      return match.account !== undefined && fits(match.account, target.account);
    case 'group':
      return false;
    default:
      return assertNever(target);
  }
}

/** Reports whether a match has a field that selects resources, not only targets. */
export const namesResources = ({ connection: _, project: __, account: ___, ...resources }: Match): boolean =>
  Object.values(resources).some((field) => field !== undefined);

/** Returns a text that is the same for equal matches: the key under which meters store the cost of its resources. */
export const nameOfMatch = ({ metadata, ...match }: Match): string =>
  JSON.stringify([
    Object.entries(match).sort(([left], [right]) => compareText(left, right)),
    Object.entries(metadata ?? {}).sort(([left], [right]) => compareText(left, right)),
  ]);

const isOlder = ({ createdAt }: Resource, age: Span, now: Instant): boolean =>
  createdAt !== null && computeSpan(createdAt, now) > age;

/** Reports whether a rule applies to a resource of a project, at an instant. */
export const matchesResource = (match: Match, target: Target, resource: Resource, now: Instant): boolean =>
  matchesAsSpelt(match, target, resource, now, exact);

/** Reports whether a protection applies to a resource, however its names and metadata are spelt. */
export const protectsResource = (match: Match, target: Target, resource: Resource, now: Instant): boolean =>
  matchesAsSpelt(match, target, resource, now, lenient);

function matchesAsSpelt(
  match: Match,
  target: Target,
  resource: Resource,
  now: Instant,
  spelling: Spelling,
): boolean {
  // An unknown value fits no glob.
  const fits = (glob: string | undefined, text: string | null): boolean =>
    glob === undefined || (text !== null && spelling.fits(glob, text));
  if (!matchesTarget(match, target, spelling)) return false;
  if (match.kind !== undefined && match.kind !== resource.kind) return false;
  if (!fits(match.id, resource.id)) return false;
  if (!fits(match.name, getShownName(resource))) return false;
  if (match.gpus !== undefined && match.gpus !== resource.gpus) return false;
  if (!fits(match.gpuModel, resource.gpuModel)) return false;
  if (!fits(match.dataCenter, resource.dataCenter)) return false;
  if (!fits(match.createdBy, resource.createdBy)) return false;
  if (match.olderThan !== undefined && !isOlder(resource, match.olderThan, now)) return false;
  if (match.metadata === undefined) return true;
  const metadata = Object.entries(resource.metadata ?? {});
  return Object.entries(match.metadata).every(([key, glob]) =>
    metadata.some(([name, value]) => spelling.isKey(key, name) && spelling.fits(glob, value)),
  );
}

/** Returns the name that people gave a resource, or else its ID; `null` when its metadata is unknown. */
const getShownName = (resource: Resource): string | null =>
  resource.metadata === null ? null : (getGivenName(resource) ?? resource.id);

/** Reports whether a resource may match, taking unknown properties as matching. */
export const mayMatchResource = (match: Match, target: Target, resource: Resource, now: Instant): boolean =>
  matchesResource(withoutUnknown(match, resource), target, resource, now);

/** Reports whether a protection may apply to a resource, taking unknown properties as matching. */
export const mayProtectResource = (match: Match, target: Target, resource: Resource, now: Instant): boolean =>
  protectsResource(withoutUnknown(match, resource), target, resource, now);

function withoutUnknown(match: Match, resource: Resource): Match {
  const { name, gpuModel, dataCenter, createdBy, olderThan, metadata, ...others } = match;
  return {
    ...others,
    // A resource without GPUs has no GPU model.
    ...((resource.gpuModel !== null || resource.gpus === 0) && { gpuModel }),
    ...(resource.dataCenter !== null && { dataCenter }),
    ...(resource.createdBy !== null && { createdBy }),
    ...(resource.createdAt !== null && { olderThan }),
    ...(resource.metadata !== null && { name, metadata }),
  };
}
