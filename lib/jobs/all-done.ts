import pMap from 'p-map';

/** Runs all tasks, at most `concurrency` at once. Throws the error of the first failed one, but only when all are done. */
export async function allDone<T>(
  tasks: readonly (() => Promise<T>)[],
  concurrency = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const settled = await pMap(tasks, async (task) => (await Promise.allSettled([task()]))[0], { concurrency });
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
