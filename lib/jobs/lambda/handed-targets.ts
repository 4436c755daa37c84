import { type Handed, HandingOver } from '../../model/handed-targets.ts';

/**
 * Reads the targets that `watch` handed to a run of `act`. The first shard hands over none, so that all heads are swept
 * once per poll; neither does a failed run or any other event.
 */
export function handedOver(event: unknown): { readonly handed?: Handed } {
  const read = HandingOver.safeParse(event, { jitless: true });
  return read.success ? { handed: read.data.responsePayload } : {};
}
