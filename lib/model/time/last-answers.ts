/** Far more than zones and periods that one process asks for; a caller gone wild must not fill the memory. */
const most = 1_000;

/**
 * Remembers the last answer under each name for as long as it holds, for pure questions that are slow and
 * asked again and again: what is remembered is what would be answered.
 */
export function lastAnswers<T>(): (name: string, holds: (answer: T) => boolean, answer: () => T) => T {
  const known = new Map<string, T>();
  return (name, holds, answer) => {
    const last = known.get(name);
    if (last !== undefined && holds(last)) return last;
    const next = answer();
    if (known.size >= most) known.clear();
    known.set(name, next);
    return next;
  };
}
