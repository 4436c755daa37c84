import { toIncidentFields } from '../../decide/alerts/reason-to-notify.ts';
import { assertNever } from '../../model/assert-never.ts';
import { routeId } from '../../model/route.ts';
import { digestPart } from '../../model/sealed-token.ts';
import { subjectParts } from '../../model/subject.ts';
import {
  computeSpan,
  days,
  earliest,
  type Instant,
  instant,
  later,
  minutes,
  type Span,
} from '../../model/time/time.ts';
import { linkKeep } from '../../notify/messages/answer-links.ts';
import type { AnswerLink, LinkAnswer } from '../../notify/messages/answer-token.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Alert } from '../../state/alert.ts';
import { describeUnreadableOverrides, type LinkUse } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import { answer } from '../overrides/answer.ts';
import { believe } from '../overrides/believe.ts';
import { keep } from '../overrides/keep.ts';
import type {
  OverrideLedger,
  OverrideOutcome,
  OverrideRefusal,
  PlannedOverride,
} from '../overrides/override-outcome.ts';
import { bywords, inWords } from '../overrides/override-text.ts';
import { silence } from '../overrides/silence.ts';
import { type SubjectNamer, subjectNamer } from '../overrides/subject-namer.ts';

/** The part of a ledger that answer links need. */
export type LinkLedger = OverrideLedger & Pick<Ledger, 'head' | 'linkUse' | 'useLink'>;

export type LinkPorts = {
  readonly ledger: LinkLedger;
  readonly policy: Policy;
  readonly pollEvery: Span;
  readonly now: Instant;
};

/** A valid link, its id, and the part of the id that people see. */
export type KnownLink = { readonly link: AnswerLink; readonly id: string; readonly label: string };

/** The fields of the form, as a person filled them in. */
export type AnswerForm = {
  readonly name: string;
  readonly reason: string;
  readonly owner?: string;
  readonly purpose?: string;
  /** The time for which to keep a resource, at most a week. Default: a week. */
  readonly lasts?: Span;
};

/** The effect of a link, planned or done, or the reason why it has none. */
export type LinkOutcome = OverrideOutcome | { readonly kind: 'used'; readonly use: LinkUse };

/** Returns what a link would do now, and records nothing. @throws LedgerError */
export async function previewAnswer(ports: LinkPorts, knownLink: KnownLink): Promise<LinkOutcome> {
  const use = resumed(await ports.ledger.linkUse(knownLink.id), ports.now);
  if (use?.state === 'done') return { kind: 'used', use };
  return placeLinkOverride(
    ports,
    knownLink.link,
    use ?? createLinkUse(knownLink, { name: '', reason: '' }, ports.now),
    true,
  );
}

/**
 * Gives the answer of a link, once. The use is recorded before the override and marked as done after it, so that an
 * interrupted run can be repeated, but only with the texts of the first one. A repetition stores its time in the use first,
 * so that a concurrent one writes the same override and the same audit line.
 * @throws LedgerError
 */
export async function giveAnswer(
  ports: LinkPorts,
  knownLink: KnownLink,
  written: AnswerForm,
): Promise<LinkOutcome> {
  const { ledger, now } = ports;
  const stored = await ledger.linkUse(knownLink.id);
  const nextUse = resumed(stored, now) ?? createLinkUse(knownLink, written, now);
  if (nextUse.state === 'done') return { kind: 'used', use: nextUse };
  // A refused answer does not use up the link.
  const preview = await placeLinkOverride(ports, knownLink.link, nextUse, true);
  if (preview.kind !== 'placed') return preview;
  const isStored = nextUse === stored || (await ledger.useLink(nextUse)) === 'committed';
  const use = isStored ? nextUse : ((await ledger.linkUse(knownLink.id)) ?? nextUse);
  if (use.state === 'done') return { kind: 'used', use };
  const outcome = await placeLinkOverride(ports, knownLink.link, use, false);
  if (outcome.kind === 'placed') await ledger.useLink({ ...use, seq: use.seq + 1, state: 'done' });
  return outcome;
}

/** The maximum duration of a run. A use that was begun earlier and is not done was interrupted. */
const longestRun = minutes(1);

/**
 * Returns a use with the time from which its answer counts: now, if it was interrupted. A use that is being carried out
 * stays the same, so that a second press records nothing else.
 */
function resumed(use: LinkUse | undefined, now: Instant): LinkUse | undefined {
  const isInterrupted = use?.state === 'begun' && computeSpan(use.at, now) >= longestRun;
  return isInterrupted ? { ...use, seq: use.seq + 1, at: now } : use;
}

/** The maximum length of a person's name, so that the link and the route fit into the author too. */
export const longestName = 24;
const longestAuthor = 64;

/** Returns the author of an answer: the name that the person gave, which nobody checks, then the link and its route. */
function formatAuthor({ link, label }: KnownLink, name: string): string {
  const by = `link ${label} over ${link.route}`;
  const text = [...name].slice(0, longestName).join('').trim();
  return [...(text === '' ? by : `${text}, ${by}`)].slice(0, longestAuthor).join('');
}

const usualReasons = {
  keep: 'still needed',
  silence: 'known',
  deny: 'not now',
  approve: 'agreed',
  believe: 'they ended',
} as const satisfies Record<LinkAnswer, string>;

const createLinkUse = (
  knownLink: KnownLink,
  { name, reason, ...claim }: AnswerForm,
  now: Instant,
): LinkUse => ({
  id: knownLink.id,
  seq: 1,
  state: 'begun',
  at: now,
  until: knownLink.link.expires,
  author: formatAuthor(knownLink, name.trim()),
  reason: reason.trim() || usualReasons[knownLink.link.answer],
  ...claim,
});

const silenceFor = days(1);

const byCommand = 'Use the command line for that';

/** Returns a function that refuses an override which would undo a person's earlier answer; it returns `null` for others. */
const undoing =
  ({ timezone }: Policy) =>
  ({ override, replaced }: PlannedOverride, named: SubjectNamer): OverrideRefusal | null => {
    if (describeUnreadableOverrides(replaced) !== null)
      return {
        kind: 'held',
        because: `A link or button cannot replace an answer that cannot be read. ${byCommand}`,
      };
    const longer = replaced.find(({ until }) => until > override.until);
    if (longer !== undefined && override.kind !== 'answer')
      return {
        kind: 'already',
        because: `A link or button cannot shorten an active override: ${inWords(longer, named)} (${bywords(longer, timezone)}). ${byCommand}`,
      };
    const denial = replaced.find((override) => override.kind === 'answer' && override.verdict === 'denied');
    return denial === undefined
      ? null
      : {
          kind: 'held',
          because: `A link or button cannot replace a denial: ${inWords(denial, named)} (${bywords(denial, timezone)}). ${byCommand}`,
        };
  };

/** Places the override of a link, or only plans it. */
async function placeLinkOverride(
  { ledger, policy, pollEvery }: Omit<LinkPorts, 'now'>,
  link: AnswerLink,
  { at: now, author, reason, owner, purpose, lasts = linkKeep }: LinkUse,
  dryRun: boolean,
): Promise<OverrideOutcome> {
  const { subject, route } = link;
  const isRouteUsed = policy.routes === null || policy.routes.some((other) => routeId(other) === route);
  if (!isRouteUsed)
    return {
      kind: 'held',
      because: `The policy no longer sends messages over ${route}. Use a message of another route, or the command line`,
    };
  const request = { author, reason, now, policy, pollEvery, dryRun, objection: undoing(policy) };
  if (link.answer === 'keep') {
    const until = earliest(later(now, lasts), later(now, linkKeep));
    const outcome = await keep(ledger, { ...request, asked: subject, until, owner, purpose });
    if (outcome.kind !== 'unknown') return outcome;
    return {
      kind: 'nothing',
      because: `${subjectNamer([])(subject)} is not a resource that spendwatch currently knows`,
      choices: [],
    };
  }
  if (link.answer === 'believe')
    return believe(ledger, { ...request, asked: subject, fellBy: instant(Number(link.about)) });
  const alert = await findLinkAlert(ledger, link);
  if (alert === undefined) return over;
  switch (link.answer) {
    case 'silence':
      return silence(ledger, {
        ...request,
        asked: `${alert.rule}/${subject}`,
        until: later(now, silenceFor),
      });
    case 'approve':
      if (!policy.approveByLink)
        return {
          kind: 'held',
          because: 'The policy does not allow approvals by links and buttons. Use the command approve',
        };
      return answer(ledger, { ...request, ...answered(alert), verdict: 'approved' });
    case 'deny':
      return answer(ledger, { ...request, ...answered(alert), verdict: 'denied' });
    default:
      return assertNever(link.answer);
  }
}

const answered = ({ subject, rule, announcement }: Alert) => ({
  asked: subject,
  rule,
  announcement: announcement?.message ?? '',
});

const over: OverrideOutcome = {
  kind: 'nothing',
  because: 'The alert has ended, or its action was announced again. Use the newest message',
  choices: [],
};

/** Returns the alert that a link is about; `undefined` if it has resolved. */
async function findLinkAlert({ head }: LinkLedger, link: AnswerLink): Promise<Alert | undefined> {
  const { alerts = [] } = (await head(subjectParts(link.subject).target)) ?? {};
  return alerts.find((alert) => {
    if (alert.subject !== link.subject || alert.phase === 'resolved') return false;
    if (link.answer === 'silence') return digestPart(toIncidentFields(alert).incident) === link.about;
    if (alert.announcement === null) return false;
    const about = link.answer === 'approve' ? alert.announcement.message : toIncidentFields(alert).incident;
    return digestPart(about) === link.about;
  });
}
