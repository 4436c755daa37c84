import type { ActionKind } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import { Subject } from '../../model/ids.ts';
import { isGlob } from '../../model/rules/match.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import type { Intent } from '../../state/intent.ts';
import { type AlertMatch, claimInWords, type Override, type OverrideByKind } from '../../state/override.ts';
import { getAnnouncedAction, type PendingAction } from './pending-actions.ts';
import type { OverrideContext } from './place-override.ts';
import { formatScope, getNamedProjects, type ProjectGlobs } from './scope.ts';
import type { SubjectNamer } from './subject-namer.ts';

export const nouns = {
  stop: 'stop',
  'power-off': 'power-off',
  image: 'image',
  terminate: 'deletion',
  start: 'start',
  'power-on': 'power-on',
} as const satisfies Record<ActionKind, string>;

/** Describes an override without its author and reason, and without its end unless it is given. */
export function inWords(override: Override, named: SubjectNamer, end?: string): string {
  const until = end === undefined ? '' : ` until ${end}`;
  const claim = override.kind === 'keep' ? claimInWords(override) : '';
  return [`${scopeInWords(override, named)} ${stateInWords(override)}${until}`, claim]
    .filter(Boolean)
    .join(', ');
}

function stateInWords(override: Override): string {
  switch (override.kind) {
    case 'silence':
      return 'are silenced';
    case 'keep':
      return `${isGlob(override.subject) ? 'are' : 'is'} kept`;
    case 'answer':
      return `is ${override.verdict}`;
    case 'pause':
      return 'are paused';
    case 'forget':
      return `is judged without the signal ${override.signal}`;
    case 'belief':
      return `${isGlob(override.subject) ? 'are' : 'is'} believed at 0`;
    case 'order':
      return `is ordered to ${override.action}`;
    default:
      return assertNever(override);
  }
}

const lifted = {
  silence: 'silence lifted',
  keep: 'keep lifted',
  answer: 'answer revoked',
  pause: 'pause lifted',
  forget: 'signal missing again',
  belief: 'fall to 0 not believed again',
  order: 'order revoked',
} as const satisfies Record<Override['kind'], string>;

/** Returns a text such as "pause lifted: all actions (ada, until 2026-11-21 14:00 (UTC): a demo)". */
export const revokedInWords = (override: Override, { named, zone }: Wording): string =>
  `${lifted[override.kind]}: ${scopeInWords(override, named)} (${bywords(override, zone)})`;

/** The parts of a context that sentences need. */
type Wording = Pick<OverrideContext, 'named' | 'zone'>;

/** Returns the name of what an override applies to, for a sentence. */
export function scopeInWords(override: Override, named: SubjectNamer): string {
  switch (override.kind) {
    case 'silence':
      return alertsInWords(override.alerts, named);
    case 'keep':
    case 'belief':
      return matching(override.subject, named);
    case 'answer':
      return `the action announced for ${named(override.subject)}`;
    case 'pause':
      return getNamedProjects(override) === null ? 'all actions' : `actions in ${projects(override)}`;
    case 'forget':
    case 'order':
      return named(override.subject);
    default:
      return assertNever(override);
  }
}

/** Returns the name of a subject, or of the resources that a glob matches. */
const matching = (glob: string, named: SubjectNamer): string =>
  isGlob(glob) ? `resources matching ${glob}` : named(Subject.parse(glob));

function projects({ connection, project = '*' }: ProjectGlobs): string {
  const name = connection ? `${project} (${connection})` : project;
  return isGlob(name) ? `projects ${name}` : `project ${name}`;
}

function alertsInWords({ rule, subject, match }: AlertMatch, named: SubjectNamer): string {
  const alerts = rule === undefined ? 'all alerts' : `alerts of "${rule}"`;
  const place =
    match === undefined || getNamedProjects(match) === null
      ? subject && matching(subject, named)
      : `${projects(match)} and everything in it`;
  return `${alerts}${place === undefined ? '' : ` on ${place}`}`;
}

/** Returns the name of a silence as commands accept it: "credit/account/main", or "*" for all rules. */
export function silenceText({ alerts }: Pick<OverrideByKind<'silence'>, 'alerts'>): string {
  const { rule = '*', subject, match } = alerts;
  const silenced = getNamedProjects(match ?? {});
  const place = subject ?? (silenced && formatScope(silenced));
  return place === null ? rule : `${rule}/${place}`;
}

/** Returns "ada, until 2026-11-21 14:00 (UTC): a demo". */
export const bywords = ({ author, until, reason }: Override, zone: string): string =>
  `${author}, until ${formatZonedMinute(until, zone)}: ${reason}`;

export const replacedInWords = ({ kind, author, until, reason }: Override, zone: string): string =>
  `Replaces the ${kind} of ${author}, until ${formatZonedMinute(until, zone)}: ${reason}`;

/** Returns "stop of VM box in project lab (forgotten machines)". */
export function waitingInWords({ alert }: PendingAction, named: SubjectNamer): string {
  return `${nouns[getAnnouncedAction(alert)]} of ${named(alert.subject)} (${alert.rule})`;
}

/** Returns remarks on actions that are in progress and that an override cannot undo. */
export const begunRemarks = (intents: readonly Intent[], override: string, named: SubjectNamer): string[] =>
  intents
    .filter(({ state }) => state.kind !== 'waiting')
    .map(
      ({ kind, subject }) =>
        `The ${nouns[kind]} of ${named(subject)} was already requested from the cloud; ${override} cannot undo it.`,
    );

/** Returns a remark if there is no policy to check against; otherwise none. */
export const policyRemark = ({ policy }: OverrideContext, matter: string): string[] =>
  policy === null
    ? [`Not checked against a policy: ${matter} is unknown here. spendwatch applies its own policy.`]
    : [];
