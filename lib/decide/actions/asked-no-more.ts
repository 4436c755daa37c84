import type { Alert } from '../../model/alert.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { Verdict } from '../../model/rules/verdict.ts';

/** What is found of an alert whose act nothing asks for any more: that it is clear, as far as can be told. */
export function askedNoMore(
  { step, rule, subject, episode }: Alert,
  resource: Resource | undefined,
  because: (resource: Resource) => string,
): Verdict[] {
  // Of what is gone the end is told where alerts of what is gone end.
  if (step === null || resource === undefined || resource.activity === 'gone') return [];
  const kind = resource.activity === 'unknown' || resource.activity === 'changing' ? 'unknown' : 'clear';
  return [{ kind, step, rule, subject, episode, because: because(resource), figures: null }];
}
