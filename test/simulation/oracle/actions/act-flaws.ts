import { earlier, later, milliseconds, seconds } from '../../../../lib/model/time/time.ts';
import type { ActingRule } from '../../../../lib/rules/terms.ts';
import type { ActionRequest } from '../../world/witness.ts';
import { trueHours } from '../matters/true-hours.ts';
import { keeps, pauses } from '../override-book.ts';
import type { Case } from '../violation.ts';
import { type Act, type ActionBooks, type Flaw, isDestructive, isStart, named } from './act.ts';
import { announcementFlaws, restFlaws } from './step-flaws.ts';

/** Yields the missing preconditions of an action. */
export function* actionFlaws(facts: Case, books: ActionBooks, action: Act): Generator<Flaw> {
  yield* overrideFlaws(books, action);
  yield* rereadFlaws(facts, action);
  if (action.by === null) {
    yield* orderFlaws(books, action);
    return;
  }
  const { request, birth } = action;
  if (isDestructive(request)) {
    if (birth.hadTrouble)
      yield {
        invariant: 1,
        what: `the ${named(request)} was decided in a poll that could not see everything`,
      };
    yield* hoursFlaws(facts, request);
  }
  if (isStart(request)) yield* startFlaws(facts, books, action, action.by);
  else yield* announcementFlaws(facts, books, action, action.by.step);
  if (request.action === 'image' || request.action === 'terminate')
    yield* restFlaws(facts, books, action, action.by);
}

/**
 * Checks that a run respects overrides from before it began: a pause takes effect within one poll. What came in the same
 * millisecond may have come after, which the order of events shows elsewhere.
 */
function* overrideFlaws({ overrides }: ActionBooks, { request }: Act): Generator<Flaw> {
  const { process, subject, on, at } = request;
  const before = earlier(process.startedAt, milliseconds(1));
  if (overrides.heldThroughout(keeps(subject), before, at))
    yield { invariant: 3, what: `the ${named(request)} came although someone keeps it` };
  if (overrides.heldThroughout(pauses(on.project), before, at))
    yield { invariant: 13, what: `the ${named(request)} came although someone paused all actions` };
}

function* hoursFlaws({ scenario }: Case, request: ActionRequest): Generator<Flaw> {
  const { businessHours, timezone } = request.process.orders.policy;
  // Up to four seconds pass from the last read to the request, and clocks are uncertain at both ends.
  const ends = [
    earlier(earlier(request.askedAt, seconds(4)), scenario.skew),
    later(request.askedAt, scenario.skew),
  ];
  if (businessHours.length > 0 && ends.every((at) => trueHours(businessHours, at, timezone).isInside))
    yield { invariant: 13, what: `the ${named(request)} came in business hours` };
}

/** Checks that a start concerns only what the rule itself stopped, and within its hours. */
function* startFlaws(
  { scenario }: Case,
  { rests }: ActionBooks,
  { request }: Act,
  { rule }: { rule: ActingRule },
): Generator<Flaw> {
  const { process, on, subject, askedAt } = request;
  if (!rests.restsBy(rule.name, on, subject))
    yield { invariant: 7, what: `the ${named(request)} came, and ${rule.name} had not brought it to rest` };
  if (rule.kind !== 'schedule') {
    yield { invariant: 13, what: `the ${named(request)} came by ${rule.name}, which has no hours` };
    return;
  }
  const { timezone } = process.orders.policy;
  // It was decided within its hours, and carried out within minutes.
  const ends = [
    earlier(askedAt, scenario.skew),
    later(askedAt, scenario.skew),
    earlier(askedAt, seconds(600)),
  ];
  if (ends.every((at) => !trueHours(rule.windows, at, timezone).isInside))
    yield { invariant: 13, what: `the ${named(request)} came outside its hours` };
}

/** Checks that an order is carried out once, while it is active, and as ordered. */
function* orderFlaws({ overrides }: ActionBooks, { request, birth }: Act): Generator<Flaw> {
  const { subject, at } = request;
  const wanted = isStart(request) ? 'start' : 'stop';
  const order = overrides.lastPlaced(
    (override) =>
      override.kind === 'order' &&
      override.subject === subject &&
      override.action === wanted &&
      birth.intent.id.endsWith(`#order#${override.id}`),
    at,
  );
  if (order === undefined) yield { invariant: 13, what: `the ${named(request)} came, and nobody ordered it` };
  // A request that was sent in time may take minutes to arrive.
  else if (at > later(order.until, seconds(600)))
    yield { invariant: 13, what: `the ${named(request)} came after its order had ended` };
}

function* rereadFlaws({ scenario }: Case, { request, birth, reread }: Act): Generator<Flaw> {
  const { itself } = reread;
  const { intent } = birth;
  const { action, askedAt } = request;
  if (itself === undefined) {
    yield { invariant: 5, what: `the ${named(request)} came without its being read again` };
    return;
  }
  const age = askedAt - itself.askedAt;
  if (age > seconds(4))
    yield { invariant: 5, what: `the ${named(request)} rests on what was read ${age} ms before` };
  if (itself.protection !== null)
    yield { invariant: 3, what: `the ${named(request)} came although ${itself.protection}` };
  // A record without a creation time cannot be distinguished from another of the same name.
  if (intent.createdAt !== null && itself.of.createdAt !== intent.createdAt)
    yield { invariant: 3, what: `the ${named(request)} met another than was decided about` };
  const wanted: readonly string[] =
    action === 'stop' || action === 'power-off' ? ['ACTIVE', 'ON'] : ['STOPPED', 'OFF'];
  if (!wanted.includes(itself.state))
    yield { invariant: 5, what: `of the ${named(request)}: it was ${itself.state} when it was read again` };
  if (intent.decidedAt > later(request.at, scenario.skew))
    yield { invariant: 5, what: `the ${named(request)} came before it was decided` };
}
