import { findResource } from '../../decide/subjects.ts';
import type { ActionKind } from '../../model/action-kind.ts';
import type { Subject } from '../../model/ids.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { days, later, spanInWords } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { actionText } from '../../notify/parts/action-text.ts';
import type { OverrideByKind } from '../../state/override.ts';
import { type FoundSubject, findSubject } from '../queries/find-subject.ts';
import type { OverrideLedger, OverrideOutcome, OverrideRequest } from './override-outcome.ts';
import { bywords, policyRemark, waitingInWords } from './override-text.ts';
import {
  answerSoFar,
  computeEarliestTime,
  findActionObjection,
  getAnnouncedAction,
  type PendingAction,
  selectAnnouncedActions,
} from './pending-actions.ts';
import {
  createOverrideId,
  earlierOverrides,
  type OverrideContext,
  overrideFields,
  recordOverride,
} from './place-override.ts';
import { plannedOverride } from './planned-override.ts';
import type { SubjectNamer } from './subject-namer.ts';

/** The time after which an answer expires, longer than any announcement is valid. */
const answerLife = days(90);

export type ApprovalRequest = OverrideRequest & {
  readonly verdict: 'approved' | 'denied';
  /** The resource of the announced action. */
  readonly asked: string;
  /** The rule, where several announced an action. */
  readonly rule: string | null;
  /** The action, where one rule announced several. */
  readonly action?: ActionKind | null;
  /** The id of the announcement that was shown to the person; a later one is not answered. */
  readonly announcement?: string | null;
};

/** Approves or denies one announced action. @throws LedgerError */
export const answer = (
  ledger: OverrideLedger,
  { verdict, asked, rule, action = null, announcement = null, ...request }: ApprovalRequest,
): Promise<OverrideOutcome> => {
  const terms = { until: later(request.now, answerLife), isReasonNeeded: verdict === 'denied' };
  return recordOverride(ledger, request, terms, (context) => {
    const all = selectAnnouncedActions(context.heads, () => true);
    const match = findSubject(context.heads, asked, ({ subject }) =>
      all.some(({ alert }) => alert.subject === subject),
    );
    if (match.kind === 'ambiguous' && match.isGiven)
      return { kind: 'ambiguous', because: match.because, choices: match.subjects };
    const [pending, ...others] = all.filter(
      ({ alert }) =>
        listFoundSubjects(match).includes(alert.subject) &&
        (rule === null || alert.rule === rule) &&
        (action === null || getAnnouncedAction(alert) === action) &&
        (announcement === null || alert.announcement.message === announcement),
    );
    if (pending === undefined && announcement !== null) return changedSince;
    if (pending === undefined) return nothingAnnounced(match, asked, rule, all, context.named);
    if (others.length === 0) return answerPlaced(context, pending, verdict);
    const choices = [pending, ...others].map(
      ({ alert }) =>
        `${alert.subject} --rule ${JSON.stringify(alert.rule)} --action ${getAnnouncedAction(alert)}`,
    );
    return { kind: 'ambiguous', because: `Several actions are announced for "${asked}"`, choices };
  });
};

function listFoundSubjects(match: FoundSubject): readonly Subject[] {
  if (match.kind === 'found') return [match.subject];
  return match.kind === 'ambiguous' ? match.subjects : [];
}

const changedSince: OverrideOutcome = {
  kind: 'nothing',
  because: 'The announced action has changed since it was shown. Check it again',
  choices: [],
};

function nothingAnnounced(
  match: FoundSubject,
  name: string,
  rule: string | null,
  all: readonly PendingAction[],
  named: SubjectNamer,
): OverrideOutcome {
  if (match.kind === 'unknown')
    return { kind: 'unknown', asked: name, because: `Unknown resource "${name}"`, names: match.names };
  const under = rule === null ? '' : ` under the rule "${rule}"`;
  const choices = all.map((waiting) => `${waiting.alert.subject}: ${waitingInWords(waiting, named)}`);
  return { kind: 'nothing', because: `No action is announced for "${name}"${under}`, choices };
}

function answerPlaced(
  context: OverrideContext,
  waiting: PendingAction,
  verdict: 'approved' | 'denied',
): OverrideOutcome {
  const { heads, zone, named, now } = context;
  const { head, alert } = waiting;
  const { subject, announcement } = alert;
  const override: OverrideByKind<'answer'> = {
    kind: 'answer',
    id: createOverrideId('answer', subject, announcement.message),
    ...overrideFields(context, later(now, answerLife)),
    verdict,
    subject,
    announcement: announcement.message,
  };
  const previous = earlierOverrides(context).find(
    (other) => other.id === override.id && other.kind === 'answer' && other.verdict === verdict,
  );
  const actionName = `the ${waitingInWords(waiting, named)}`;
  if (previous !== undefined)
    return {
      kind: 'already',
      because: `${capitalized(actionName)} is already ${verdict} by ${bywords(previous, zone)}`,
    };
  const intents = heads.flatMap(({ intents: known }) => known.filter((intent) => intent.alert === alert.key));
  const isBegun = intents.some(({ state }) => state.kind !== 'waiting');
  if (isBegun)
    return {
      kind: 'already',
      because: `${capitalized(actionName)} was already requested from the cloud and cannot be changed`,
    };
  const remarks = verdict === 'approved' ? approvalRemarks(context, waiting) : denialRemarks(waiting, named);
  return plannedOverride(context, override, [head], remarks, `${actionName} is ${verdict}`);
}

function approvalRemarks(context: OverrideContext, waiting: PendingAction): string[] {
  const { now, zone, named } = context;
  const { head, alert } = waiting;
  const { toBe } = actionText[getAnnouncedAction(alert)];
  const earliest = computeEarliestTime(alert, now);
  const resource = findResource(head, alert.subject);
  const hold = resource === undefined ? null : findActionObjection(context, head, resource);
  const soFar = answerSoFar(context, waiting);
  if (soFar.kind === 'lapsed') return [`The approval is too late and has no effect: ${soFar.because}.`];
  return [
    earliest === null
      ? `The announcement is not delivered yet; ${named(alert.subject)} will be ${toBe} ${spanInWords(alert.announcement.after)} after its delivery at the earliest.`
      : earliest > now
        ? `It will be ${toBe} at ${formatZonedMinute(earliest, zone)} at the earliest, if the rule still requires it.`
        : `It will be ${toBe} after the next poll, if the rule still requires it.`,
    ...(alert.announcement.erases === undefined
      ? []
      : [`This erases ${alert.announcement.erases} for good.`]),
    ...(hold === null ? [] : [`It is currently blocked: ${hold}.`]),
    ...soFarRemarks(context, waiting),
    ...policyRemark(context, 'what is protected'),
  ];
}

function soFarRemarks(context: OverrideContext, waiting: PendingAction): string[] {
  const soFar = answerSoFar(context, waiting);
  const isRuleKnown = context.policy?.rules.some(({ name }) => name === waiting.alert.rule) === true;
  return isRuleKnown && soFar.kind === 'go' && soFar.by === null
    ? ['The rule does not require an approval.']
    : [];
}

const denialRemarks = ({ alert }: PendingAction, named: SubjectNamer): string[] => [
  `It will not be ${actionText[getAnnouncedAction(alert)].toBe} on this announcement. A new announcement needs a new answer; use keep to protect ${named(alert.subject)} from all actions.`,
];
