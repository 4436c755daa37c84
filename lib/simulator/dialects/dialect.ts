import type { contract, SpecifiedOperation } from '../contract/contract.ts';
import type { Received } from '../http/received.ts';

/** A version of the platform: which operations it has, and in which form. */
export type Dialect = {
  /** `undefined` for an operation that this version does not have. */
  form(operation: SpecifiedOperation): Form | undefined;
};

/** How a version of the platform has an operation. Path parameters are named as the contract names them. */
export type Form = {
  readonly method: SpecifiedOperation['method'];
  readonly path: string;
  /** Rewrites a request into the contract's form. @throws ApiError where it lacks what this version requires. */
  read(request: Received): Received;
  /** Rewrites a reply's body, which is a fresh copy in the contract's form. */
  write(body: unknown): unknown;
};

export type OperationId = keyof typeof contract;
/** By operation, what is other than in the contract. */
export type Forms = Readonly<Partial<Record<OperationId, Partial<Form>>>>;

export function dialectOf(has: (operation: SpecifiedOperation) => boolean, forms: Forms): Dialect {
  const own = new Map<string, Partial<Form>>(Object.entries(forms));
  return {
    form(operation) {
      if (!has(operation)) return undefined;
      const { id, method, path } = operation;
      return { method, path, read: (request) => request, write: (body) => body, ...own.get(id) };
    },
  };
}

/** A dialect's choice by what it lacks. */
export const allBut =
  (...unsupportedParts: readonly OperationId[]) =>
  ({ id }: SpecifiedOperation): boolean =>
    !unsupportedParts.some((unsupported) => unsupported === id);
