import type { UnknownFact } from '../model/facts/unknown-fact.ts';
import { findUnsupportedPart } from '../model/facts/unsupported.ts';
import { computeSpan, earliest, hours, type Instant, type Span } from '../model/time/time.ts';
import type { Rule } from '../rules/terms.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { Head } from '../state/head.ts';

/** The time for which a fact stays unknown without a verdict: VMs in use are judged once an hour at least. */
const heldFor: Span = hours(2);

/** The maximum number of facts that a head holds: more would not change the message. */
const mostHeld = 50;

type Context = {
  readonly verdicts: readonly Verdict[];
  readonly rules: readonly Rule[];
  readonly at: Instant;
  /** Reports whether a subject still exists. */
  readonly exists: (subject: UnknownFact['subject']) => boolean;
};

/**
 * Returns the facts that the verdicts of a turn lack, each since its first verdict without it. What the platform does
 * not support is left out.
 */
export function unknownFacts(
  { unknownFacts: previousFacts, unsupported }: Pick<Head, 'unknownFacts' | 'unsupported'>,
  { verdicts, rules, at, exists }: Context,
): UnknownFact[] {
  const previousByKey = new Map(previousFacts.map((fact) => [toFactKey(fact), fact]));
  const judged = new Set(
    previousFacts.length === 0 ? [] : verdicts.map(({ rule, subject }) => `${rule}#${subject}`),
  );
  const names = new Set(rules.map(({ name }) => name));
  const facts = new Map<string, UnknownFact>();
  for (const fact of previousFacts) {
    const isHeld = !judged.has(`${fact.rule}#${fact.subject}`) && computeSpan(fact.at, at) < heldFor;
    if (isHeld && names.has(fact.rule) && exists(fact.subject)) facts.set(toFactKey(fact), fact);
  }
  for (const verdict of verdicts) {
    if (verdict.kind !== 'unknown' || verdict.lacks === null) continue;
    const { fact, part, isFall } = verdict.lacks;
    if (findUnsupportedPart(unsupported, part, at) !== undefined) continue;
    const { rule, subject } = verdict;
    const key = toFactKey({ rule, subject, fact });
    const since = earliest(previousByKey.get(key)?.since ?? at, at);
    facts.set(key, { rule, subject, fact, part, since, at, ...(isFall && { isFall }) });
  }
  return [...facts]
    .toSorted(
      ([leftKey, left], [rightKey, right]) => left.since - right.since || (leftKey < rightKey ? -1 : 1),
    )
    .slice(0, mostHeld)
    .map(([, fact]) => fact);
}

const toFactKey = ({ rule, subject, fact }: Pick<UnknownFact, 'rule' | 'subject' | 'fact'>): string =>
  `${rule}#${subject}#${fact}`;
