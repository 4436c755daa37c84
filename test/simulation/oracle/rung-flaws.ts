import type { ActingRule } from '../../../lib/model/rules/rule.ts';
import { earlier, later, latest } from '../../../lib/model/time/time.ts';
import { committedUntil, stateOf } from '../world/true-resource.ts';
import { type Act, type ActBooks, type ActStep, type Flaw, named } from './act.ts';
import type { Case } from './violation.ts';
import { answers } from './word-book.ts';

/** What people should have heard before an act by a rule, and what they said to it. */
export function* announcementFlaws(
  { scenario }: Case,
  { deliveries, words, audience }: ActBooks,
  { deed, birth }: Act,
  step: ActStep,
): Generator<Flaw> {
  const { announcement, intent } = birth;
  const [first] = announcement ? deliveries.of(announcement.message) : [];
  const wanting = first && audience.of(deed.process.orders.policy, scenario.routes, first.message);
  const taken = announcement && wanting ? deliveries.reachedAll(announcement.message, wanting) : null;
  const heard = announcement && deliveries.heardAt(announcement.message);
  if (taken !== null && heard === null)
    yield { invariant: 16, what: `the ${named(deed)} came, and nobody could have heard that it would` };
  const reached = taken !== null && heard !== null ? latest(taken, heard) : null;
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
  yield* answerFlaws(words, deed, step, announcement.message);
}

function* answerFlaws(
  words: ActBooks['words'],
  deed: Act['deed'],
  step: ActStep,
  announcement: string,
): Generator<Flaw> {
  const isAnswer = answers(announcement, deed.subject);
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
export function* restFlaws(
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
