import { CloudError } from './errors.ts';
import type { AnyOperation } from './operation.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Path and query of a request: parameters named in braces go into the path, the rest into the query,
 * a list as the same parameter over and over.
 * @throws CloudError for a value that would make another path of it.
 */
export function requestPath(
  operation: AnyOperation,
  parameters: Parameters,
  paging: Parameters = {},
): string {
  const used = new Set<string>();
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    used.add(name);
    return segment(operation, name, parameters[name]);
  });
  const query = new URLSearchParams();
  for (const [name, value] of [...Object.entries(parameters), ...Object.entries(paging)]) {
    if (used.has(name) || value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Servers resolve dot segments even when they are encoded, so an id of dots would name another resource. */
function segment(operation: AnyOperation, name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  if (/^\.{0,2}$/.test(text) || !isEncodable(text)) {
    throw new CloudError('invalid', {
      operation: operation.id,
      message: `${name} cannot be part of a path`,
      neverSent: true,
    });
  }
  return encodeURIComponent(text);
}

/** A lone surrogate is no Unicode text and has no encoding. */
const isEncodable = (text: string): boolean => !/\p{Surrogate}/u.test(text);
