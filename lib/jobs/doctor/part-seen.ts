import type { Part } from '../../model/facts/observation.ts';
import type { Fallback } from '../../model/facts/unsupported.ts';
import { nameOfTarget, type TargetId } from '../../model/ids.ts';
import type { CloudErrorKind } from '../../providers/errors.ts';
import type { Flaw } from '../../providers/operation.ts';
import type { Examination } from './examine.ts';
import type { SeenTarget } from './survey-targets.ts';

/** The outcome of one part of the poll of a target. */
export type PartSeen = {
  readonly target: TargetId;
  /** The fallback that was used, if any. */
  readonly by: Fallback | null;
  readonly outcome:
    | { readonly kind: 'whole'; readonly items: number }
    | { readonly kind: 'flawed'; readonly items: number; readonly flaws: readonly Flaw[] }
    | { readonly kind: 'absent' | 'forbidden' | 'failed'; readonly because: string };
};

const outcomes: Partial<Record<CloudErrorKind, 'absent' | 'forbidden'>> = {
  'not-found': 'absent',
  unsupported: 'absent',
  forbidden: 'forbidden',
};

/** Returns the outcome of a part, from the unsupported parts of the poll and the outcomes of its requests. */
export function partSeen(
  { target, head }: SeenTarget,
  part: Part,
  { asks, operations }: Pick<Examination, 'asks' | 'operations'>,
  account: string | undefined,
): PartSeen {
  const unsupported = head.lacking.find((found) => found.part === part);
  const seen = { target: target.id, by: unsupported?.instead ?? null };
  if (unsupported !== undefined && unsupported.instead === null) {
    return { ...seen, outcome: { kind: 'absent', because: unsupported.because } };
  }
  const own = nameOfTarget(target.id);
  const about = seen.by === 'account-spend' ? account : own;
  const asked = seen.by === null ? operations.parts[target.kind][part] : operations.fallbacks[seen.by];
  const outcome = asks.findLast((ask) => ask.operation === asked && ask.about === about)?.outcome;
  if (outcome === undefined) return { ...seen, outcome: { kind: 'absent', because: 'it was not requested' } };
  if (outcome.kind === 'refused') {
    const { because } = outcome;
    return { ...seen, outcome: { kind: outcomes[outcome.error] ?? 'failed', because } };
  }
  const { items, flaws } = outcome;
  const kind = flaws.length > 0 ? 'flawed' : 'whole';
  return { ...seen, outcome: kind === 'flawed' ? { kind, items, flaws } : { kind, items } };
}
