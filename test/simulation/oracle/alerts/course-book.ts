import { groupByKey } from '../../../../lib/model/grouped-by.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import { type Course, next } from '../actions/course.ts';
import type { Matter } from '../matters/matter.ts';

/** Since when each condition has held or not held, as far as polls showed it. */
export type CourseBook = {
  /** Returns the course of a condition after a poll; it begins anew where `isNew`. */
  after(matter: Matter, at: Instant, isNew: boolean): Course;
  /**
   * Forgets conditions that others of the same rule and subject have taken the place of, such as that of the size that a
   * volume had before: if they come back, they begin anew.
   */
  forgetPast(matters: readonly Matter[]): void;
};

export function courseBook(): CourseBook {
  const courses = new Map<string, Map<string, Course>>();
  return {
    after(matter, at, isNew) {
      const judged = courses.get(nameOf(matter)) ?? new Map<string, Course>();
      const course = next(isNew ? undefined : judged.get(tagOf(matter)), matter.truth, at);
      courses.set(nameOf(matter), judged.set(tagOf(matter), course));
      return course;
    },
    forgetPast(matters) {
      for (const [name, shown] of groupByKey(matters, nameOf)) {
        const tags = new Set(shown.map(tagOf));
        for (const tag of courses.get(name)?.keys() ?? []) if (!tags.has(tag)) courses.get(name)?.delete(tag);
      }
    },
  };
}

const nameOf = ({ subject, rule }: Matter): string => `${subject}#${rule.name}#${rule.kind}`;
const tagOf = ({ tags }: Matter): string => tags.join(' ');
