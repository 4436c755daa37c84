import type { CloudErrorKind } from './errors.ts';

/** The canonical codes, without `OK` and `UNKNOWN`, by their gRPC number. */
const codes = {
  1: 'CANCELLED',
  3: 'INVALID_ARGUMENT',
  4: 'DEADLINE_EXCEEDED',
  5: 'NOT_FOUND',
  6: 'ALREADY_EXISTS',
  7: 'PERMISSION_DENIED',
  8: 'RESOURCE_EXHAUSTED',
  9: 'FAILED_PRECONDITION',
  10: 'ABORTED',
  11: 'OUT_OF_RANGE',
  12: 'UNIMPLEMENTED',
  13: 'INTERNAL',
  14: 'UNAVAILABLE',
  15: 'DATA_LOSS',
  16: 'UNAUTHENTICATED',
} as const;

export type CanonicalCode = (typeof codes)[keyof typeof codes];

const numbered: ReadonlyMap<number, CanonicalCode> = new Map(
  Object.entries(codes).map(([number, code]) => [Number(number), code]),
);
const named: ReadonlyMap<string, CanonicalCode> = new Map(Object.values(codes).map((code) => [code, code]));

/** Returns the code of an error reply, by name or by the gRPC number that some gateways send instead. */
export function canonicalCode(status: unknown, number: unknown): CanonicalCode | null {
  const byName = typeof status === 'string' ? named.get(status) : undefined;
  const byNumber = typeof number === 'number' ? numbered.get(number) : undefined;
  return byName ?? byNumber ?? null;
}

const kinds: Readonly<Record<CanonicalCode, CloudErrorKind>> = {
  CANCELLED: 'unavailable',
  INVALID_ARGUMENT: 'invalid',
  DEADLINE_EXCEEDED: 'timeout',
  NOT_FOUND: 'not-found',
  ALREADY_EXISTS: 'conflict',
  PERMISSION_DENIED: 'forbidden',
  RESOURCE_EXHAUSTED: 'rate-limited',
  FAILED_PRECONDITION: 'conflict',
  ABORTED: 'conflict',
  OUT_OF_RANGE: 'invalid',
  UNIMPLEMENTED: 'unsupported',
  INTERNAL: 'unavailable',
  UNAVAILABLE: 'unavailable',
  DATA_LOSS: 'unavailable',
  UNAUTHENTICATED: 'unauthenticated',
};

const kindsByStatus: ReadonlyMap<number, CloudErrorKind> = new Map([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [405, 'unsupported'],
  [408, 'timeout'],
  [409, 'conflict'],
  [410, 'not-found'],
  [429, 'rate-limited'],
  [499, 'unavailable'],
  [501, 'unsupported'],
  [504, 'timeout'],
]);

/** Returns the kind of a failure, by its code if it has one, since gateways map several codes to one HTTP status. */
export function kindOfFailure(code: CanonicalCode | null, status: number): CloudErrorKind {
  if (code !== null) return kinds[code];
  return kindsByStatus.get(status) ?? (status >= 500 ? 'unavailable' : 'invalid');
}
