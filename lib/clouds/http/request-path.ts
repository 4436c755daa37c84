import { CloudError } from './errors.ts';
import type { AnyOperation } from './operation.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns the path and query of a request: parameters in braces go into the path, the others into the query, and lists as
 * repeated parameters.
 * @throws CloudError for a value that would change the path.
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
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Encodes a path segment. Dots alone are refused, as servers resolve encoded dot segments too. */
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

/** Reports whether a text can be encoded, which lone surrogates cannot. */
const isEncodable = (text: string): boolean => !/\p{Surrogate}/u.test(text);
