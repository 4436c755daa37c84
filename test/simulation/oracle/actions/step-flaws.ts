import { earlier, type Instant, later, latest, milliseconds } from '../../../../lib/model/time/time.ts';
import type { ActingRule } from '../../../../lib/rules/terms.ts';
import { committedUntil, stateOf } from '../../world/true-resource.ts';
import { answers } from '../override-book.ts';
import type { Case } from '../violation.ts';
import { type Act, type ActionBooks, type ActionStep, type Flaw, named } from './act.ts';
import { drownedBoots } from './drowned-boots.ts';

/** Checks that people were notified before a rule's action, and their answers. */
export function* announcementFlaws(
  facts: Case,
  { deliveries, overrides, audience }: ActionBooks,
  action: Act,
  step: ActionStep,
): Generator<Flaw> {
  const { scenario } = facts;
  const { request, birth } = action;
  const { announcement, intent } = birth;
  const [first] = announcement ? deliveries.of(announcement.message) : [];
  const wanting = first && audience.of(request.process.orders.policy, scenario.routes, first.message);
  const taken = announcement && wanting ? deliveries.reachedAll(announcement.message, wanting) : null;
  const heard = announcement && deliveries.heardAt(announcement.message);
  if (taken !== null && heard === null)
    yield { invariant: 16, what: `the ${named(request)} came, and nobody could have been notified of it` };
  const reached = taken !== null && heard !== null ? latest(taken, heard) : null;
  if (announcement === null || reached === null || first === undefined) {
    yield { invariant: 2, what: `the ${named(request)} came, and no announcement of it was ever delivered` };
    return;
  }
  const notifications = first.message.notifications.flatMap((notice) =>
    notice.kind === 'alert' ? [notice] : [],
  );
  const next = notifications.flatMap((notice) =>
    notice.subject === intent.subject &&
    notice.next.kind === 'action' &&
    notice.next.action === request.action
      ? [notice.next]
      : [],
  )[0];
  if (next === undefined || first.message.at < (intent.createdAt ?? 0)) {
    yield { invariant: 2, what: `what was announced before the ${named(request)} was something else` };
    return;
  }
  const least = 'notice' in step ? step.notice : 'after' in step ? step.after : 0;
  const grace = Math.max(next.after, least) - 2 * scenario.skew;
  if (request.at - reached < grace)
    yield {
      invariant: 2,
      what: `the ${named(request)} came ${request.at - reached} ms after the last route had the announcement, not ${grace}`,
    };
  if (next.notBefore !== null && request.at < next.notBefore - 2 * scenario.skew)
    yield { invariant: 2, what: `the ${named(request)} came before the time that was announced` };
  yield* answerFlaws(overrides, request, step, announcement.message);
  yield* restartFlaws(facts, action, latest(reached, announcement.deliveredAt ?? reached));
}

/** The boots of a VM that answer stops for certain: any of them may have used up one answer of its episode. */
const answeringBoots = { idle: 2, other: 1 } as const;

/** Checks invariant 30: a stop is not carried out on an announcement that a boot has answered since. */
function* restartFlaws(
  { world, scenario }: Case,
  { request, by, reread }: Act,
  announcedAt: Instant,
): Generator<Flaw> {
  const of = reread.samples?.of;
  if (request.action !== 'stop' || by === null || reread.samples === undefined || of?.kind !== 'vm') return;
  const shown = world.monitor.reread(of, reread.samples.at);
  const drowned = drownedBoots(shown);
  const most = answeringBoots[by.rule.kind === 'idle' ? 'idle' : 'other'];
  const answer = of.boots
    .slice(1, 1 + most)
    .find(
      ({ from }) =>
        from > later(announcedAt, milliseconds(2 * scenario.skew)) &&
        !drowned.has(from) &&
        shown.some(
          ({ bootedAt }, index) => bootedAt === from && (shown[index - 1]?.bootedAt ?? from) !== from,
        ),
    );
  if (answer !== undefined)
    yield {
      invariant: 30,
      what: `the ${named(request)} came on an announcement of ${announcedAt}, and it was started at ${answer.from}`,
    };
}

function* answerFlaws(
  overrides: ActionBooks['overrides'],
  request: Act['request'],
  step: ActionStep,
  announcement: string,
): Generator<Flaw> {
  const isAnswer = answers(announcement, request.subject);
  const { startedAt } = request.process;
  const refused = overrides.heldThroughout(
    (override) => isAnswer(override) && override.kind === 'answer' && override.verdict === 'denied',
    startedAt,
    request.at,
  );
  if (refused !== undefined)
    yield { invariant: 2, what: `the ${named(request)} came although it was denied` };
  const approved = overrides.mayHaveHeld(
    (override) => isAnswer(override) && override.kind === 'answer' && override.verdict === 'approved',
    startedAt,
    request.at,
  );
  if (step.approve !== null && !approved)
    yield { invariant: 2, what: `the ${named(request)} came, and nobody had approved it` };
}

/**
 * Checks that only resources stopped for as long as the rule requires, and not started since, are imaged, and deleted
 * with their image.
 */
export function* restFlaws(
  { scenario }: Case,
  { rests, deliveries }: ActionBooks,
  { request, birth }: Act,
  { rule, step }: { rule: ActingRule; step: ActionStep },
): Generator<Flaw> {
  const { on, askedAt, subject } = request;
  if (on.kind !== 'vm' || !('notice' in step)) return;
  const doubt = 2 * scenario.skew;
  const since = rests.restsSince(on);
  const lasting = rule.kind === 'waste' ? leastLasting(scenario, rule.name) : 0;
  if (since === null) {
    yield { invariant: 5, what: `the ${named(request)} came, and it was not last seen at rest` };
    return;
  }
  if (askedAt - since < step.after + lasting - doubt)
    yield {
      invariant: 5,
      what: `the ${named(request)} came after ${askedAt - since} ms at rest, and its rule asks for ${step.after + lasting}`,
    };
  if (rule.kind !== 'waste' && !rests.restsBy(rule.name, on, subject))
    yield {
      invariant: 7,
      what: `the ${named(request)} came, and ${rule.name} did not bring it to rest, or someone started it since`,
    };
  const [first] = birth.announcement ? deliveries.of(birth.announcement.message) : [];
  if (first !== undefined && first.message.at < since - doubt)
    yield { invariant: 2, what: `the ${named(request)} was announced before it came to rest` };
  if (step.kind !== 'terminate') return;
  const until = committedUntil(on, earlier(request.at, scenario.skew));
  if (until !== null && until > later(request.at, scenario.skew))
    yield { invariant: 3, what: `the ${named(request)} came, and it is committed until ${until}` };
  if (step.needsImage && !rests.imagesOf(on).some((image) => stateOf(image, request.at) === 'READY'))
    yield { invariant: 5, what: `the ${named(request)} came, and no image of it as it is was ready` };
}

/**
 * Returns the least duration over all policies: a breach that was notified continues when its rule requires longer.
 */
const leastLasting = ({ policies }: Case['scenario'], name: string): number =>
  Math.min(
    ...policies.flatMap(({ policy }) =>
      policy.rules.flatMap((rule) => (rule.name === name && rule.kind === 'waste' ? [rule.for] : [])),
    ),
  );
