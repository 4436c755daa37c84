import type { contract, SpecifiedOperation } from '../contract/contract.ts';
import type { Received } from '../http/received.ts';
import type { NotSimulated } from './not-simulated.ts';

/** A version of the platform: its operations, and their forms. */
export type Dialect = {
  /** Returns the form of an operation; `undefined` when this version does not have it. */
  form(operation: SpecifiedOperation): Form | undefined;
  /** The operations that its platform published and the simulator does not have. */
  readonly notSimulated: readonly NotSimulated[];
};

/** The form of an operation in a version of the platform. Path parameters have the contract's names. */
export type Form = {
  readonly method: SpecifiedOperation['method'];
  readonly path: string;
  /** Rewrites a request into the contract's form. @throws ApiError when it lacks what this version requires. */
  read(request: Received): Received;
  /** Rewrites a reply's body, which is a fresh copy in the contract's form. */
  write(body: unknown): unknown;
};

export type OperationId = keyof typeof contract;
/** The differences from the contract, by operation. */
export type Forms = Readonly<Partial<Record<OperationId, Partial<Form>>>>;

export function dialectOf(
  has: (operation: SpecifiedOperation) => boolean,
  forms: Forms,
  notSimulated: readonly NotSimulated[] = [],
): Dialect {
  const own = new Map<string, Partial<Form>>(Object.entries(forms));
  return {
    notSimulated,
    form(operation) {
      if (!has(operation)) return undefined;
      const { id, method, path } = operation;
      return { method, path, read: (request) => request, write: (body) => body, ...own.get(id) };
    },
  };
}

/** Selects all operations but these. */
export const allBut =
  (...unsupportedParts: readonly OperationId[]) =>
  ({ id }: SpecifiedOperation): boolean =>
    !unsupportedParts.some((unsupported) => unsupported === id);
