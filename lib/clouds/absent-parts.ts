import { Part } from '../model/facts/observation.ts';
import type { UnsupportedPart } from '../model/facts/unsupported.ts';
import { computeSpan, type Instant, isoSecond, later } from '../model/time/time.ts';
import type { PollOrder } from './cloud.ts';
import type { Answer } from './http/answer.ts';

type SupportContext = Pick<PollOrder, 'at' | 'seenAt' | 'unsupportedLife'>;

/**
 * Decides whether an operation that was not found (404, 405 or 410) is unsupported or has failed. If it answered within
 * `unsupportedLife`, it exists, and the answer becomes a failure. Otherwise the answer stays `absent`.
 */
export function checkAbsence<T>(part: Part, answer: Answer<T>, known: SupportContext): Answer<T> {
  const seenAt = known.seenAt?.[part];
  if (answer.kind !== 'absent' || seenAt === undefined) return answer;
  if (computeSpan(seenAt, known.at) >= known.unsupportedLife) return answer;
  return { kind: 'failed', because: `${answer.because}; it answered at ${isoSecond(seenAt)}` };
}

/** Returns the absent parts as unsupported, without a fallback, until `unsupportedLife` has passed. */
export const absentParts = (
  answers: Readonly<Partial<Record<Part, Answer<unknown> | null | undefined>>>,
  { at, unsupportedLife }: Pick<SupportContext, 'at' | 'unsupportedLife'>,
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
