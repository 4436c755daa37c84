import { type Handed, HandingOver } from '../../model/handed-targets.ts';

/**
 * Reads what a run of `act` was handed. Nothing by a run of the first shard, which sweeps all heads once a poll, nor by
 * one that failed, nor by any other event: then all heads are swept.
 */
export function handedOver(event: unknown): { readonly handed?: Handed } {
  const read = HandingOver.safeParse(event, { jitless: true });
  return read.success ? { handed: read.data.responsePayload } : {};
}
