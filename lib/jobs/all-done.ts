import pMap from 'p-map';

/** Runs all tasks, some at once, and throws the error of the first that failed only when all are done: none ends another. */
export async function allDone<T>(
  tasks: readonly (() => Promise<T>)[],
  concurrency = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const settled = await pMap(tasks, async (task) => (await Promise.allSettled([task()]))[0], { concurrency });
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
