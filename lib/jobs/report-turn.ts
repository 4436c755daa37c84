import type { Turn } from '../decide/turn.ts';
import type { TargetId } from '../model/ids.ts';
import type { WatchPorts } from './ports.ts';
import { toldError } from './told-error.ts';

/** What became of one target in a run. */
export type TargetReport =
  | { readonly kind: 'turned'; readonly target: TargetId; readonly turn: Turn }
  /** Another run had looked later, or kept winning the commit. */
  | { readonly kind: 'overtaken'; readonly target: TargetId }
  | { readonly kind: 'failed'; readonly target: TargetId; readonly because: string };

/** Whatever goes wrong with one target, a mistake of ours included, the others go on. */
export async function reportTurn(
  { log }: Pick<WatchPorts, 'log'>,
  target: TargetId,
  turn: () => Promise<Turn | null>,
): Promise<TargetReport> {
  try {
    const taken = await turn();
    return taken === null ? { kind: 'overtaken', target } : { kind: 'turned', target, turn: taken };
  } catch (error) {
    const because = toldError(error);
    log('turn-failed', { target, because });
    return { kind: 'failed', target, because };
  }
}
