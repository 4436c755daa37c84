import type { CloudProfile } from '../../clouds/profile.ts';
import { erasedByRest, getCloudProfile } from '../../clouds/profiles.ts';
import { toErasesField } from '../../decide/actions/decide-action.ts';
import { findUnresolvedSpell } from '../../decide/own-health/blindness.ts';
import { findResource } from '../../decide/subjects.ts';
import { getRestAction, getWakeAction } from '../../model/action-kind.ts';
import { costNow, type Resource, toRestEffect } from '../../model/facts/resource.ts';
import { getTargetConnection, type Subject } from '../../model/ids.ts';
import { shownName, subjectParts } from '../../model/subject.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import {
  computeSpan,
  hours,
  type Instant,
  isoInstant,
  later,
  latest,
  milliseconds,
} from '../../model/time/time.ts';
import { costInWords } from '../../notify/parts/cost-rows.ts';
import { restText } from '../../notify/parts/effect-text.ts';
import type { Head } from '../../state/head.ts';
import type { Override, OverrideByKind } from '../../state/override.ts';
import { findSubject } from '../queries/find-subject.ts';
import type { OverrideLedger, OverrideOutcome, OverrideRequest } from './override-outcome.ts';
import { bywords, nouns, policyRemark, revokedInWords } from './override-text.ts';
import { findActionObjection, selectIntents } from './pending-actions.ts';
import {
  createOverrideId,
  earlierOverrides,
  nextPoll,
  type OverrideContext,
  overrideFields,
  recordOverride,
} from './place-override.ts';
import type { SubjectNamer } from './subject-namer.ts';

/** The time after which an order expires, or two intervals between polls if that is longer. */
const orderLife = hours(1);

export type OrderRequest = OverrideRequest & {
  readonly action: 'stop' | 'start';
  readonly asked: string;
  /** The data that the stop erases, as the author confirmed it; absent for none. */
  readonly erases?: string | undefined;
};

/** Orders the stop or start of one resource after the next poll, independent of rules. @throws LedgerError */
export const order = (
  ledger: OverrideLedger,
  { action, asked, erases, ...request }: OrderRequest,
): Promise<OverrideOutcome> => {
  const { now, pollEvery } = request;
  const until = latest(later(now, orderLife), later(now, milliseconds(2 * pollEvery)));
  return recordOverride(ledger, request, { until }, (context) => {
    const match = findSubject(context.heads, asked, ({ subject }) => canRun(subject));
    if (match.kind === 'unknown')
      return { kind: 'unknown', asked, because: `Unknown resource "${asked}"`, names: match.names };
    if (match.kind === 'ambiguous')
      return { kind: 'ambiguous', because: match.because, choices: match.subjects };
    const { head, subject } = match;
    const resource = findResource(head, subject);
    if (!canRun(subject))
      return {
        kind: 'unfit',
        because: `${context.named(subject)} cannot be stopped or started: only VMs and machines can`,
      };
    if (resource === undefined || resource.activity === 'gone')
      return { kind: 'unfit', because: `${context.named(subject)} is gone` };
    return orderPlaced(context, { head, subject, resource, action, erases }, until);
  });
};

const canRun = (subject: Subject): boolean => {
  const { resource } = subjectParts(subject);
  return resource !== null && getRestAction(resource.kind) !== null;
};

type Ordered = {
  readonly head: Head;
  readonly subject: Subject;
  readonly resource: Resource;
  readonly action: 'stop' | 'start';
  readonly erases: string | undefined;
};

function orderPlaced(context: OverrideContext, ordered: Ordered, until: Instant): OverrideOutcome {
  const { zone, now, named } = context;
  const { head, subject, resource, action } = ordered;
  const what = named(subject);
  const request = action === 'stop' ? getRestAction(resource.kind) : getWakeAction(resource.kind);
  const intent = selectIntents([head], (candidate) => candidate === subject)[0];
  if (intent !== undefined && intent.kind === request)
    return {
      kind: 'already',
      because: `The ${nouns[request]} of ${what} is already in progress: ${intent.because}`,
    };
  // A turn would refuse the order while the other action is in progress.
  if (intent !== undefined)
    return {
      kind: 'held',
      because: `The ${nouns[intent.kind]} of ${what} is in progress: order it after that is done`,
    };
  const orders = earlierOverrides(context).flatMap((order) =>
    order.kind === 'order' && order.subject === subject && !head.orders.some(({ id }) => id === order.id)
      ? [order]
      : [],
  );
  const isSo = resource.activity === (action === 'stop' ? 'stopped' : 'running');
  const opposite = orders.find((order) => order.action !== action);
  if (isSo && opposite !== undefined) return createRevokedOutcome(context, ordered, opposite);
  if (isSo) {
    const seenTime = formatZonedMinute(resource.seenAt, zone);
    return { kind: 'already', because: `${what} is already ${resource.state}, last seen ${seenTime}` };
  }
  const hold =
    findActionObjection(context, head, resource) ?? keyLost(context, head) ?? keyRefused(context, head);
  if (hold !== null) return { kind: 'held', because: `${what} cannot be ordered to ${action}: ${hold}` };
  const cloud = getCloudProfile(head.observation?.cloud);
  const erases = request && erasedByRest(cloud, request, resource);
  const unnamed = erases === null || context.dryRun === true ? null : unnamedLoss(erases, ordered, named);
  if (unnamed !== null) return { kind: 'held', because: unnamed };
  const same = orders.find((order) => order.action === action);
  if (same !== undefined)
    return {
      kind: 'already',
      because: `${what} is already ordered to ${action} by ${bywords(same, zone)}`,
    };
  const override: OverrideByKind<'order'> = {
    kind: 'order',
    // Each order runs once, so a later one is a new order.
    id: createOverrideId('order', subject, action, isoInstant(now)),
    ...overrideFields(context, until),
    action,
    subject,
    ...toErasesField(erases),
  };
  return {
    kind: 'placed',
    override,
    replaced: orders,
    says: `${what} will be ${action === 'stop' ? 'stopped' : 'started'} after the next poll; the order expires at ${formatZonedMinute(until, zone)}`,
    targets: [head.target],
    effective: nextPoll(context, [head]),
    remarks: [
      ...orders.map((order) => `${order.author}'s order to ${order.action} it is revoked.`),
      ...(head.failedPolls > 0
        ? [`Polls are failing (${head.failedBecause}): the order waits for a successful poll.`]
        : []),
      ...(action === 'stop'
        ? [
            `It costs ${costInWords(costNow(resource))}.`,
            ...restText(cloud, { ...toRestEffect(resource), subject }),
          ]
        : []),
      ...policyRemark(context, 'what is protected'),
    ],
  };
}

/** Returns the refusal of a stop whose author has not named the data that it erases; `null` if it was named. */
const unnamedLoss = (loss: string, { erases, subject }: Ordered, named: SubjectNamer): string | null =>
  erases?.trim() === loss
    ? null
    : `the stop of ${named(subject)} erases ${loss}; name that to confirm it: --erases ${JSON.stringify(loss)}`;

function keyLost({ control, zone }: OverrideContext, { target }: Head): string | null {
  const spell = findUnresolvedSpell(control.blind, 'acting-key', getTargetConnection(target) ?? null);
  if (spell === undefined) return null;
  return `the API key for actions has been unavailable since ${formatZonedMinute(spell.since, zone)}: ${spell.because}`;
}

/** The time for which a refusal counts. The key may get another role meanwhile, which only a later order shows. */
const refusalHolds = hours(1);

function keyRefused(
  { zone, now }: OverrideContext,
  { keyRefused: refused, target, observation }: Head,
): string | null {
  if (refused === undefined) return null;
  if (refused.isByRole !== true && computeSpan(refused.at, now) >= refusalHolds) return null;
  const name = shownName(target);
  const cloud = getCloudProfile(observation?.cloud);
  const again =
    refused.isByRole === true
      ? 'the role is looked up again each hour'
      : `orders are accepted again from ${formatZonedMinute(later(refused.at, refusalHolds), zone)}`;
  return `the key for actions may not act in ${name}, known since ${formatZonedMinute(refused.at, zone)}: ${refused.because}. Give ${formatActingGrant(cloud)}; ${again}`;
}

function formatActingGrant(cloud: CloudProfile | null): string {
  if (cloud === null) return 'its user a role that may';
  const { permission, roleTo } = cloud;
  return `${permission === 'role' ? 'its user' : 'it'} the ${permission} ${roleTo.act}`;
}

/** Returns the outcome if the resource is already as ordered: only the opposite order is revoked. */
const createRevokedOutcome = (
  context: OverrideContext,
  { head, resource }: Ordered,
  opposite: Override,
): OverrideOutcome => ({
  kind: 'revoked',
  override: opposite,
  says: revokedInWords(opposite, context),
  targets: [head.target],
  effective: nextPoll(context, [head]),
  remarks: [`It stays ${resource.state}.`],
});
