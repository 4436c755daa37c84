import type { ActingRule } from '../../../lib/model/rule.ts';
import type { BudgetStep, Step } from '../../../lib/model/rules/step.ts';
import { earlier, type Instant, later, seconds } from '../../../lib/model/time.ts';
import { committedUntil, stateOf, type TrueResource } from '../world/true-resource.ts';
import type { Deed } from '../world/witness.ts';
import type { DeliveryBook } from './deliveries.ts';
import type { Birth } from './intent-book.ts';
import { trueHours } from './matters/true-hours.ts';
import type { RestBook } from './rest-book.ts';
import type { Case, Violation } from './violation.ts';
import { answers, keeps, pauses, type WordBook } from './word-book.ts';

/** A resource as a process was last shown it. */
export type Shown = {
  readonly of: TrueResource;
  readonly askedAt: Instant;
  readonly at: Instant;
  readonly state: string;
  readonly protection: string | null;
};

export type ActStep = Exclude<Step | BudgetStep, { kind: 'notify' }>;

/** An act that took effect, and all that is known of how it came about. */
export type Act = {
  readonly deed: Deed;
  readonly birth: Birth;
  /** Of a person's order there is none. */
  readonly by: { readonly rule: ActingRule; readonly step: ActStep } | null;
  readonly reread: { readonly itself: Shown | undefined; readonly samples: Shown | undefined };
};

/** What an act is held against. */
export type ActBooks = {
  readonly deliveries: DeliveryBook;
  readonly words: WordBook;
  readonly rests: RestBook;
};

export type Flaw = Omit<Violation, 'at'>;

/** The step of a rule that asks for what an intent does. */
export function stepOf({ then }: ActingRule, { kind, of }: Birth['intent']): ActStep | undefined {
  const wanted = kind === 'power-on' ? 'start' : kind;
  const steps: readonly (Step | BudgetStep)[] = then;
  return steps.find(
    (step): step is ActStep =>
      step.kind === wanted && (step.kind !== 'stop' || !('of' in step) || step.of === of),
  );
}

export const isDestructive = ({ act }: Deed): boolean =>
  act === 'stop' || act === 'power-off' || act === 'terminate';
const isStart = ({ act }: Deed): boolean => act === 'start' || act === 'power-on';

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

const named = ({ act, subject }: Deed): string => `${act} of ${subject}`;

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

function* announcementFlaws(
  { scenario }: Case,
  { deliveries, words }: ActBooks,
  { deed, birth }: Act,
  step: ActStep,
): Generator<Flaw> {
  const { announcement, intent } = birth;
  const reached = announcement && deliveries.reachedAll(announcement.message, scenario.routes);
  const [first] = announcement ? deliveries.of(announcement.message) : [];
  if (announcement === null || reached === null || first === undefined) {
    yield { invariant: 2, what: `the ${named(deed)} came, and no announcement of it was ever delivered` };
    return;
  }
  const notices = first.message.notices.flatMap((notice) => (notice.kind === 'alert' ? [notice] : []));
  const next = notices.flatMap((notice) =>
    notice.subject === intent.subject && notice.next.kind === 'act' && notice.next.act === deed.act
      ? [notice.next]
      : [],
  )[0];
  if (next === undefined || first.message.at < (intent.createdAt ?? 0)) {
    yield { invariant: 2, what: `what was announced before the ${named(deed)} was something else` };
    return;
  }
  const least = 'notice' in step ? step.notice : 'after' in step ? step.after : 0;
  const grace = Math.max(next.after, least) - 2 * scenario.skew;
  if (deed.at - reached < grace)
    yield {
      invariant: 2,
      what: `the ${named(deed)} came ${deed.at - reached} ms after the last route had the announcement, not ${grace}`,
    };
  if (next.notBefore !== null && deed.at < next.notBefore - 2 * scenario.skew)
    yield { invariant: 2, what: `the ${named(deed)} came before the time that was announced` };
  const isAnswer = answers(announcement.message, intent.subject);
  const { startedAt } = deed.process;
  const refused = words.heldThroughout(
    (told) => isAnswer(told) && told.kind === 'answer' && told.verdict === 'denied',
    startedAt,
    deed.at,
  );
  if (refused !== undefined) yield { invariant: 2, what: `the ${named(deed)} came although it was denied` };
  const approved = words.mayHaveHeld(
    (told) => isAnswer(told) && told.kind === 'answer' && told.verdict === 'approved',
    startedAt,
    deed.at,
  );
  if (step.approve !== null && !approved)
    yield { invariant: 2, what: `the ${named(deed)} came, and nobody had approved it` };
}

/** Only what rests as long as the rule asks, and that nobody has started, is imaged, and deleted with its image. */
function* restFlaws(
  { scenario }: Case,
  { rests, deliveries }: ActBooks,
  { deed, birth }: Act,
  { rule, step }: { rule: ActingRule; step: ActStep },
): Generator<Flaw> {
  const { on, askedAt, subject } = deed;
  if (on.kind !== 'vm' || !('notice' in step)) return;
  const doubt = 2 * scenario.skew;
  const since = rests.restsSince(on);
  const lasting = rule.kind === 'waste' ? leastLasting(scenario, rule.name) : 0;
  if (since === null) {
    yield { invariant: 5, what: `the ${named(deed)} came, and it was not last seen at rest` };
    return;
  }
  if (askedAt - since < step.after + lasting - doubt)
    yield {
      invariant: 5,
      what: `the ${named(deed)} came after ${askedAt - since} ms at rest, and its rule asks for ${step.after + lasting}`,
    };
  if (rule.kind !== 'waste' && !rests.restsBy(rule.name, on, subject))
    yield {
      invariant: 7,
      what: `the ${named(deed)} came, and ${rule.name} did not bring it to rest, or someone started it since`,
    };
  const [first] = birth.announcement ? deliveries.of(birth.announcement.message) : [];
  if (first !== undefined && first.message.at < since - doubt)
    yield { invariant: 2, what: `the ${named(deed)} was announced before it came to rest` };
  if (step.kind !== 'terminate') return;
  const until = committedUntil(on, earlier(deed.at, scenario.skew));
  if (until !== null && until > later(deed.at, scenario.skew))
    yield { invariant: 3, what: `the ${named(deed)} came, and it is committed until ${until}` };
  if (step.needsImage && !rests.imagesOf(on).some((image) => stateOf(image, deed.at) === 'READY'))
    yield { invariant: 5, what: `the ${named(deed)} came, and no image of it as it is was ready` };
}

/** A breach that has begun to be told goes on when its rule asks for more. */
const leastLasting = ({ policies }: Case['scenario'], name: string): number =>
  Math.min(
    ...policies.flatMap(({ policy }) =>
      policy.rules.flatMap((rule) => (rule.name === name && rule.kind === 'waste' ? [rule.for] : [])),
    ),
  );

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
  if (itself.of.createdAt !== intent.createdAt)
    yield { invariant: 3, what: `the ${named(deed)} met another than was decided about` };
  const wanted: readonly string[] =
    act === 'stop' || act === 'power-off' ? ['ACTIVE', 'ON'] : ['STOPPED', 'OFF'];
  if (!wanted.includes(itself.state))
    yield { invariant: 5, what: `of the ${named(deed)}: it was ${itself.state} when it was read again` };
  if (intent.decidedAt > later(deed.at, scenario.skew))
    yield { invariant: 5, what: `the ${named(deed)} came before it was decided` };
}
