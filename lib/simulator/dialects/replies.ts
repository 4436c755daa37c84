export type Members = Readonly<Record<string, unknown>>;
export type Rewrite = (record: Members) => Members;
type Write = (body: unknown) => unknown;

export const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rewrites a whole body. */
export const written =
  (rewrite: (body: Members) => unknown): Write =>
  (body) =>
    isRecord(body) ? rewrite(body) : body;

/** Rewrites the records that a record holds under a member, one or a list of them. */
export const inEach =
  (member: string, rewrite: Rewrite): Rewrite =>
  (body) => {
    const held = body[member];
    if (Array.isArray(held)) {
      return { ...body, [member]: held.map((one) => (isRecord(one) ? rewrite(one) : one)) };
    }
    return isRecord(held) ? { ...body, [member]: rewrite(held) } : body;
  };

/** Rewrites the records that a body holds under a member. */
export const each = (member: string, rewrite: Rewrite): Write => written(inEach(member, rewrite));

/** Answers with a record by itself that the contract wraps. */
export const unwrapped = (member: string, rewrite: Rewrite = (record) => record): Write =>
  written((body) => {
    const held = body[member];
    return isRecord(held) ? rewrite(held) : held;
  });

/** Keeps these fields of a record, given as one text. */
export function only(names: string): Rewrite {
  const kept = new Set(names.trim().split(/\s+/));
  return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => kept.has(name)));
}

export function without(...names: readonly string[]): Rewrite {
  return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** A member of a record that is a record itself; empty where there is none. */
export function within(record: unknown, name: string): Members {
  const held = isRecord(record) ? record[name] : undefined;
  return isRecord(held) ? held : {};
}
