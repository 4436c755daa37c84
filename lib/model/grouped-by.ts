/** Groups items as `Map.groupBy` does, which Node 20 lacks, in the order of their first items. */
export function groupByKey<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
