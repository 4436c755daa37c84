import type { ActingRule } from '../../../lib/model/rules/rule.ts';
import { earlier, later, seconds } from '../../../lib/model/time/time.ts';
import type { Deed } from '../world/witness.ts';
import { type Act, type ActBooks, type Flaw, isDestructive, isStart, named } from './act.ts';
import { trueHours } from './matters/true-hours.ts';
import { announcementFlaws, restFlaws } from './rung-flaws.ts';
import type { Case } from './violation.ts';
import { keeps, pauses } from './word-book.ts';

/** What any act should have had before it, and had not. */
export function* actFlaws(facts: Case, books: ActBooks, act: Act): Generator<Flaw> {
  yield* wordFlaws(books, act);
  yield* rereadFlaws(facts, act);
  if (act.by === null) {
    yield* orderFlaws(books, act);
    return;
  }
  const { deed, birth } = act;
  if (isDestructive(deed)) {
    if (birth.hadTrouble)
      yield { invariant: 1, what: `the ${named(deed)} was decided in a look that could not see everything` };
    yield* hoursFlaws(facts, deed);
  }
  if (isStart(deed)) yield* startFlaws(facts, books, act, act.by);
  else yield* announcementFlaws(facts, books, act, act.by.step);
  if (deed.act === 'image' || deed.act === 'terminate') yield* restFlaws(facts, books, act, act.by);
}

/** What was told before a run began is minded by it: a pause is honoured within one poll. */
function* wordFlaws({ words }: ActBooks, { deed }: Act): Generator<Flaw> {
  const { process, subject, on, at } = deed;
  if (words.heldThroughout(keeps(subject), process.startedAt, at))
    yield { invariant: 3, what: `the ${named(deed)} came although someone keeps it` };
  if (words.heldThroughout(pauses(on.project), process.startedAt, at))
    yield { invariant: 13, what: `the ${named(deed)} came although someone paused all acts` };
}

function* hoursFlaws({ scenario }: Case, deed: Deed): Generator<Flaw> {
  const { businessHours, timezone } = deed.process.orders.policy;
  // Up to four seconds pass from the last reading to the request; and clocks leave a doubt at both ends.
  const ends = [
    earlier(earlier(deed.askedAt, seconds(4)), scenario.skew),
    later(deed.askedAt, scenario.skew),
  ];
  if (businessHours.length > 0 && ends.every((at) => trueHours(businessHours, at, timezone).isInside))
    yield { invariant: 13, what: `the ${named(deed)} came in business hours` };
}

/** Only what the rule itself brought to rest, and in its hours. */
function* startFlaws(
  { scenario }: Case,
  { rests }: ActBooks,
  { deed }: Act,
  { rule }: { rule: ActingRule },
): Generator<Flaw> {
  const { process, on, subject, askedAt } = deed;
  if (!rests.restsBy(rule.name, on, subject))
    yield { invariant: 7, what: `the ${named(deed)} came, and ${rule.name} had not brought it to rest` };
  if (rule.kind !== 'schedule') {
    yield { invariant: 13, what: `the ${named(deed)} came by ${rule.name}, which has no hours` };
    return;
  }
  const { timezone } = process.orders.policy;
  // It was decided in its hours, and is done within minutes.
  const ends = [
    earlier(askedAt, scenario.skew),
    later(askedAt, scenario.skew),
    earlier(askedAt, seconds(600)),
  ];
  if (ends.every((at) => !trueHours(rule.windows, at, timezone).isInside))
    yield { invariant: 13, what: `the ${named(deed)} came outside its hours` };
}

/** An order is carried out once, while it holds, and does what was ordered. */
function* orderFlaws({ words }: ActBooks, { deed, birth }: Act): Generator<Flaw> {
  const { subject, at } = deed;
  const wanted = isStart(deed) ? 'start' : 'stop';
  const order = words.lastTold(
    (told) =>
      told.kind === 'order' &&
      told.subject === subject &&
      told.act === wanted &&
      birth.intent.id.endsWith(`#order#${told.id}`),
    at,
  );
  if (order === undefined) yield { invariant: 13, what: `the ${named(deed)} came, and nobody ordered it` };
  // What was sent in time may be minutes on its way.
  else if (at > later(order.until, seconds(600)))
    yield { invariant: 13, what: `the ${named(deed)} came after its order had ended` };
}

function* rereadFlaws({ scenario }: Case, { deed, birth, reread }: Act): Generator<Flaw> {
  const { itself } = reread;
  const { intent } = birth;
  const { act, askedAt } = deed;
  if (itself === undefined) {
    yield { invariant: 5, what: `the ${named(deed)} came without its being read again` };
    return;
  }
  const age = askedAt - itself.askedAt;
  if (age > seconds(4))
    yield { invariant: 5, what: `the ${named(deed)} rests on what was read ${age} ms before` };
  if (itself.protection !== null)
    yield { invariant: 3, what: `the ${named(deed)} came although ${itself.protection}` };
  // Where the record did not say when it was made, nobody can tell it from another of its name.
  if (intent.createdAt !== null && itself.of.createdAt !== intent.createdAt)
    yield { invariant: 3, what: `the ${named(deed)} met another than was decided about` };
  const wanted: readonly string[] =
    act === 'stop' || act === 'power-off' ? ['ACTIVE', 'ON'] : ['STOPPED', 'OFF'];
  if (!wanted.includes(itself.state))
    yield { invariant: 5, what: `of the ${named(deed)}: it was ${itself.state} when it was read again` };
  if (intent.decidedAt > later(deed.at, scenario.skew))
    yield { invariant: 5, what: `the ${named(deed)} came before it was decided` };
}
