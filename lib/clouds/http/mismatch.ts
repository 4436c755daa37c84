import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/** The place and the kind of a mismatch with a schema, without the value itself. */
export type Mismatch = { readonly path: string; readonly because: string };

/** Returns the first mismatch. `prefix` is the path of the checked value in the whole reply. */
export function firstMismatch(error: z.ZodError, prefix: readonly PropertyKey[] = []): Mismatch {
  const issue = error.issues[0];
  return issue === undefined
    ? { path: pathInWords(prefix), because: 'unexpected value' }
    : buildMismatch(issue, prefix);
}

/** Returns an issue as a mismatch. `prefix` is the path of the checked value in the whole reply. */
export function buildMismatch(issue: Issue, prefix: readonly PropertyKey[] = []): Mismatch {
  const { path, because } = innermost(issue);
  return { path: pathInWords([...prefix, ...path]), because };
}

/**
 * Returns a path as in code: "VMs[3].id". zod has such a function, but using it would bring all of zod's languages into
 * the bundle.
 */
export function pathInWords(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^\w+$/.test(String(step)) ? `.${String(step)}` : `[${JSON.stringify(step)}]`;
  });
  return steps.join('').replace(/^\./, '');
}

/** Returns the innermost issue. In a union, it is that of the alternative that matched furthest. */
function innermost(issue: Issue): { readonly path: readonly PropertyKey[]; readonly because: string } {
  if (issue.code !== 'invalid_union') return { path: issue.path, because: issue.message };
  const first = issue.errors.flatMap((alternative) => alternative.slice(0, 1)).map(innermost);
  const depth = Math.max(0, ...first.map(({ path }) => path.length));
  const deepestIssues = first.filter(({ path }) => path.length === depth);
  const because = [...new Set(deepestIssues.map(({ because: reason }) => reason))].join(', or ');
  return { path: [...issue.path, ...(depth === 0 ? [] : (deepestIssues[0]?.path ?? []))], because };
}
