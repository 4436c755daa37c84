import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Matter } from '../matters/matter.ts';

/** The certain facts about a condition: since when it has held, since when it has not, and since when it may. */
export type Course = {
  breachedSince: Instant | null;
  clearSince: Instant | null;
  mayHoldSince: Instant | null;
  mayBeClearSince: Instant | null;
};

/** Returns the course after one more poll. */
export function next(known: Course | undefined, truth: Matter['truth'], at: Instant): Course {
  const course = known ?? { breachedSince: null, clearSince: null, mayHoldSince: null, mayBeClearSince: at };
  switch (truth) {
    case 'not-shown':
      return course;
    case 'breached':
      return {
        breachedSince: course.breachedSince ?? at,
        clearSince: null,
        mayHoldSince: course.mayHoldSince ?? at,
        mayBeClearSince: null,
      };
    case 'clear':
      return {
        breachedSince: null,
        clearSince: course.clearSince ?? at,
        mayHoldSince: null,
        mayBeClearSince: course.mayBeClearSince ?? at,
      };
    default:
      return {
        breachedSince: null,
        clearSince: null,
        mayHoldSince: course.mayHoldSince ?? at,
        mayBeClearSince: course.mayBeClearSince ?? at,
      };
  }
}
