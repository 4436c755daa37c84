import { isOfAnotherHost, isSamePush, type Push } from '../model/facts/push.ts';
import type { PushLane } from './keys.ts';

/**
 * Stores a push, once in a quarter of an hour. A second one is stored beside the first only where another host measured
 * it: a copy of a machine must not block the pushes of the machine itself.
 *
 * @param putFirst puts the push where none is, and returns the one that is there then.
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
