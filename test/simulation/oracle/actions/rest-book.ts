import { earlier, type Instant, milliseconds, minutes, type Span } from '../../../../lib/model/time/time.ts';
import type { Observer } from '../../observer.ts';
import { stateOf, type TrueImage, type TrueResource, type TrueVm } from '../../world/true-resource.ts';
import type { World } from '../../world/world.ts';
import { type PollBook, wholeAt } from '../poll-book.ts';
import type { IntentBook } from './intent-book.ts';

/** The course of one resource, as committed polls saw it. */
type Course = {
  /** The time since which it was seen stopped; `null` when it was last seen running. */
  restsSince: Instant | null;
  /** The time when it was last shown running, and when its previous rest ended. */
  ranAt: Instant | null;
  wokeAt: Instant | null;
};

/** The knowable facts about stopped resources: since when, by which rule, and their images. */
export type RestBook = {
  restsSince(of: TrueResource): Instant | null;
  /** Reports whether a rule may assume that it alone stopped a resource. */
  restsBy(rule: string, of: TrueResource, subject: string): boolean;
  /** Reports whether that rule truly ended its last run. */
  isTrulyBy(rule: string, of: TrueResource): boolean;
  /** Returns the images of its present state. */
  imagesOf(vm: TrueVm): readonly TrueImage[];
};

export function restBook(
  world: World,
  buffered: PollBook,
  intents: IntentBook,
  poll: Span,
): Observer & RestBook {
  const courses = new WeakMap<TrueResource, Course>();
  /** The time until a requested stop is seen, or given up. */
  const patience = milliseconds(minutes(20) + 2 * poll);

  /** The rules whose actions stopped a resource, and when. */
  const requests = new WeakMap<TrueResource, { readonly rule: string; readonly at: Instant }>();

  return {
    acted(request) {
      const { action, on, at, hadEffect } = request;
      if (!hadEffect || (action !== 'stop' && action !== 'power-off')) return;
      requests.set(on, { rule: intents.claimOf(request)?.intent.rule ?? '', at });
    },
    committed(process, head, before) {
      const { observation } = head;
      if (process.job !== 'watch' || observation === null || observation === before?.observation) return;
      const poll = buffered.of(process, head.target);
      for (const kind of ['vm', 'machine'] as const) {
        const list = poll.lists[kind];
        if (list === undefined || !wholeAt(poll, kind)) continue;
        for (const resource of list.shown) note(resource, observation.at, list.at);
      }
    },
    restsSince: (of) => courses.get(of)?.restsSince ?? null,
    restsBy(rule, of, subject) {
      const course = courses.get(of);
      if (course === undefined || course.restsSince === null) return false;
      const { wokeAt } = course;
      for (const { intent, claimedAt } of intents.all()) {
        const isRest = intent.kind === 'stop' || intent.kind === 'power-off';
        if (!isRest || intent.rule !== rule || intent.subject !== subject || claimedAt === null) continue;
        if (intent.createdAt !== of.createdAt) continue;
        if (wokeAt === null || claimedAt > earlier(wokeAt, patience)) return true;
      }
      return false;
    },
    isTrulyBy(rule, of) {
      const request = requests.get(of);
      if (request === undefined || request.rule !== rule) return false;
      return of.kind !== 'vm' || of.boots.at(-1)?.until === request.at;
    },
    imagesOf(vm) {
      const ranAt = courses.get(vm)?.ranAt ?? null;
      return world.resources.filter(
        (image): image is TrueImage =>
          image.kind === 'image' && image.of === vm && (ranAt === null || image.createdAt > ranAt),
      );
    },
  };

  function note(resource: TrueResource, at: Instant, shownAt: Instant): void {
    const state = stateOf(resource, shownAt);
    const course = courses.get(resource) ?? { restsSince: null, ranAt: null, wokeAt: null };
    courses.set(resource, course);
    if (state === 'STOPPED' || state === 'OFF') course.restsSince ??= at;
    if (state !== 'ACTIVE' && state !== 'ON') return;
    course.ranAt = shownAt;
    if (course.restsSince !== null) course.wokeAt = shownAt;
    course.restsSince = null;
  }
}
