import type { VmId } from '../../model/ids.ts';
import type { Facts } from '../facts.ts';
import { missingFact } from '../missing-fact.ts';
import type { Verdict } from '../verdict.ts';

/**
 * Turns a breach into unknown if the source of its figures may be at fault. An action that was announced must be
 * announced again.
 */
export function believed(verdict: Verdict, vm: VmId, { doubted }: Pick<Facts, 'doubted'>): Verdict {
  const doubt = doubted?.get(vm);
  if (verdict.kind !== 'breached' || doubt === undefined) return verdict;
  const { rule, subject, episode, figures } = verdict;
  const lacks = doubt.fact === null ? null : { ...missingFact('usage', doubt.fact), isFall: true as const };
  return {
    rule,
    subject,
    episode,
    figures,
    kind: 'unknown',
    because: doubt.because,
    lacks,
    isWithdrawn: true,
  };
}
