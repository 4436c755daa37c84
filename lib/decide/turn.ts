import { evaluate, evaluateSight } from '../evaluate/evaluate.ts';
import type { Facts } from '../evaluate/facts.ts';
import { type Reckoning, reckon } from '../meter/meter-spend.ts';
import { spendOf } from '../meter/spend-of.ts';
import type { Decision } from '../model/decision.ts';
import type { Part, Sighting, Unseen } from '../model/facts/observation.ts';
import type { Lack } from '../model/facts/unsupported.ts';
import type { Head } from '../model/head.ts';
import { targetOf } from '../model/ids.ts';
import type { Rollup } from '../model/money/meter.ts';
import type { Verdict } from '../model/rules/verdict.ts';
import { earliest, type Instant } from '../model/time/time.ts';
import { judgeSteps } from './actions/judge-steps.ts';
import { followOrders } from './actions/orders.ts';
import { settleIntents } from './actions/reconcile-intents.ts';
import { followVerdicts } from './alerts/follow-verdicts.ts';
import { groupSayings } from './alerts/group-notifications.ts';
import { type Looks, looksAfter } from './buffered-observations.ts';
import { type Progress, progressFrom } from './progress.ts';
import { failingSince, lookedAt, reportedUntil } from './sight.ts';
import type { TurnInput } from './turn-input.ts';

export type Turn = {
  readonly head: Head;
  /** Sightings that the head before it held and this one does not: to be written before it is committed. */
  readonly written: readonly Sighting[];
  readonly verdicts: readonly Verdict[];
  readonly decisions: readonly Decision[];
};

/**
 * One target's turn, whole: what was seen is charged, what was asked of the cloud is settled, the
 * rules judge, and their verdicts become alerts, messages and intents.
 */
export function takeTurn(input: TurnInput): Turn {
  const { observation } = input;
  return observation.kind === 'unseen' ? missTurn(input, observation) : sightTurn(input, observation);
}

function sightTurn(input: TurnInput, sighting: Sighting): Turn {
  const { head, policy, intervals, asked } = input;
  const reckoning = reckon(head, sighting, input.past.days, policy, intervals.carryPrice);
  const next: Head = {
    ...head,
    seq: head.seq + 1,
    sighting: withoutUsage(sighting),
    askedAt: marked(head.askedAt, asked, sighting.at),
    seenAt: marked(head.seenAt, sighting.seen, sighting.at),
    beganAt: head.beganAt ?? sighting.at,
    lookedAt: lookedAt(head, sighting.at),
    failingSince: failingSince(head, sighting),
    reportedUntil: reportedUntil(head, sighting),
    lacking: knownLacks(head, input.lacking, sighting.at),
    usageUntil: usageUntil(head, sighting),
    misses: 0,
    missedBecause: null,
    missScope: null,
    meters: reckoning.meters,
    closedHours: [...reckoning.closedHours],
    report: reckoning.report,
    days: reckoning.days,
  };
  const verdicts = [
    ...evaluate(policy.rules, factsOf(input, sighting, reckoning)),
    ...judgeSight(input, next, sighting.at),
  ];
  let progress = progressFrom(head);
  if (sighting.kind === 'project') {
    progress = settleIntents(progress, head.target, sighting, intervals);
    verdicts.push(...judgeSteps(progress, verdicts, sighting, input));
  }
  progress = followVerdicts(progress, verdicts, { ...input, sighting });
  if (sighting.kind === 'project') progress = followOrders(progress, { ...input, sighting });
  const said = groupSayings(progress, head.target, sighting.at);
  return close(next, said, verdicts, { ...looksAfter(head, sighting), meters: reckoning.closed });
}

/** A look that saw nothing changes no figure and lets nothing be done; how long it has lasted is judged. */
function missTurn(input: TurnInput, { at, because, scope }: Unseen): Turn {
  const { head, asked } = input;
  const next: Head = {
    ...head,
    seq: head.seq + 1,
    askedAt: marked(head.askedAt, asked, at),
    beganAt: head.beganAt ?? at,
    lookedAt: lookedAt(head, at),
    lacking: knownLacks(head, input.lacking, at),
    misses: head.misses + 1,
    missedBecause: because,
    // What the cloud no longer listed is no less gone because nothing at all could be asked meanwhile.
    missScope: scope === 'everything' && head.missScope === 'unlisted' ? 'unlisted' : (scope ?? null),
  };
  const verdicts = judgeSight(input, next, at);
  const progress = followVerdicts(progressFrom(head), verdicts, { ...input, sighting: null, now: at });
  const said = groupSayings(progress, head.target, at);
  return close(next, said, verdicts, { waiting: head.unwritten.looks, written: [], meters: [] });
}

const close = (
  head: Head,
  { alerts, outbox, intents, stops, orders, journal, decisions }: Progress,
  verdicts: readonly Verdict[],
  { waiting, written, meters }: Looks & { readonly meters: readonly Rollup[] },
): Turn => ({
  head: {
    ...head,
    alerts: [...alerts],
    outbox: [...outbox],
    intents: [...intents],
    stops: [...stops],
    orders: [...orders],
    unwritten: { looks: [...waiting], meters: [...meters], journal: [...journal] },
  },
  written,
  verdicts,
  decisions,
});

function factsOf({ head, policy, past, around }: TurnInput, sighting: Sighting, reckoning: Reckoning): Facts {
  return {
    target: targetOf(head.target),
    sighting,
    zone: policy.timezone,
    spend: spendOf(sighting, reckoning),
    samplings: past.samplings,
    hours: past.hours,
    belongings: around.belongings,
  };
}

const judgeSight = (
  { policy, head: before, around, intervals }: TurnInput,
  head: Head,
  now: Instant,
): Verdict[] =>
  evaluateSight(policy.rules, {
    target: targetOf(head.target),
    now,
    head,
    lacking: head.lacking,
    lookedBefore: before.lookedAt,
    targets: around.targets,
    intervals,
  });

/** What monitors told is history by itself, so that a head need not hold it. */
const withoutUsage = (sighting: Sighting): Sighting =>
  sighting.kind === 'project' && sighting.usage.length > 0 ? { ...sighting, usage: [] } : sighting;

function marked(known: Head['askedAt'], parts: readonly Part[], at: Instant): Head['askedAt'] {
  return { ...known, ...Object.fromEntries(parts.map((part) => [part, at])) };
}

/** What was found now, and what was found before and has not expired. */
function knownLacks(head: Head, found: readonly Lack[], now: Instant): Lack[] {
  const isNews = new Set(found.map(({ part }) => part));
  return [...head.lacking.filter(({ part, until }) => now < until && !isNews.has(part)), ...found];
}

/**
 * Samples reach the cloud late, and some later than others: what comes next is told from where the
 * slowest VM of a whole answer had come to, so that no slot is left out.
 */
function usageUntil(head: Head, sighting: Sighting): Instant | null {
  if (sighting.kind !== 'project' || !sighting.seen.includes('usage')) return head.usageUntil;
  const [first, ...others] = sighting.usage.flatMap(({ points }) => points.at(-1)?.at ?? []);
  return first === undefined ? head.usageUntil : earliest(first, ...others);
}
