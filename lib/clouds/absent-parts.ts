import { Part } from '../model/facts/observation.ts';
import type { UnsupportedPart } from '../model/facts/unsupported.ts';
import { computeSpan, type Instant, isoSecond, later } from '../model/time/time.ts';
import type { PollOrder } from './cloud.ts';
import type { Answer } from './http/answer.ts';

type Known = Pick<PollOrder, 'at' | 'seenAt' | 'unsupportedLife'>;

/**
 * Decides what it means that the platform does not find the operation of a part (404, 405 or 410). Where it answered that
 * operation within the last day, the operation exists and this answer is a failure, which is reported as missing. Otherwise
 * the platform does not support the part, which is remembered and reported as that.
 */
export function checkAbsence<T>(part: Part, answer: Answer<T>, known: Known): Answer<T> {
  const seenAt = known.seenAt?.[part];
  if (answer.kind !== 'absent' || seenAt === undefined) return answer;
  if (computeSpan(seenAt, known.at) >= known.unsupportedLife) return answer;
  return { kind: 'failed', because: `${answer.because}; it answered at ${isoSecond(seenAt)}` };
}

/** Returns the parts that a poll found unsupported, without a fallback. */
export const absentParts = (
  answers: Readonly<Partial<Record<Part, Answer<unknown> | null | undefined>>>,
  { at, unsupportedLife }: Pick<Known, 'at' | 'unsupportedLife'>,
): UnsupportedPart[] =>
  Object.entries(answers).flatMap(([part, answer]) =>
    answer?.kind === 'absent'
      ? [unsupportedPart(Part.parse(part), answer.because, later(at, unsupportedLife))]
      : [],
  );

const unsupportedPart = (part: Part, because: string, until: Instant): UnsupportedPart => ({
  part,
  instead: null,
  because,
  until,
});
