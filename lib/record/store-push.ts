import { isOfAnotherHost, isSamePush, type Push } from '../model/facts/push.ts';
import type { PushLane } from './keys.ts';

/**
 * Stores a push, once in a quarter of an hour. A second one is stored too if another host measured it, because a copy of a
 * VM must not block the pushes of the VM itself.
 *
 * @param putFirst Stores the push if there is none, and returns the stored one.
 */
export async function storePush(
  push: Push,
  putFirst: (lane: PushLane) => Promise<Push | undefined>,
): Promise<'stored' | 'too-soon'> {
  const first = await putFirst('first');
  if (first === undefined) return 'too-soon';
  if (isSamePush(first, push)) return 'stored';
  const other = isOfAnotherHost(first, push) ? await putFirst('other') : undefined;
  return other !== undefined && isSamePush(other, push) ? 'stored' : 'too-soon';
}
