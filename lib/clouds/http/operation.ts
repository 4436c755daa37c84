import type * as z from 'zod';
import type { Instant, Span } from '../../model/time/time.ts';
import type { ReadingLimit } from './reading.ts';

/** The paging of a list: none, by page token, by page number, or from the item after a given one. */
export type Paging = 'whole' | 'token' | 'number' | 'cursor';

/** One operation of the cloud's API, as data. Names in braces in the path are parameters. */
export type Operation<
  Input extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly kind: 'single';
  /** The unique name in camel case, as in the contract. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Path and query parameters. */
  readonly input: Input;
  /** The request body, if any. */
  readonly body: Body;
  readonly reply: Reply;
};

/** An operation that returns a list. Each item is read by itself, so that one unreadable item does not affect others. */
export type ListOperation<Input extends z.ZodObject = z.ZodObject, Item extends z.ZodType = z.ZodType> = {
  readonly kind: 'list';
  readonly id: string;
  readonly method: 'GET';
  readonly path: string;
  readonly input: Input;
  /** The member of the reply that holds the items. */
  readonly field: string;
  readonly item: Item;
  readonly paging: Paging;
  /** The field of a reply that describes the whole list, such as its totals; absent if there is none. */
  readonly about?: string;
};

export type AnyOperation = Operation | ListOperation;

/** The source of an operation: the specification, a platform's own reference, or inferred from similar operations. */
export type OperationSource = 'specification' | 'platform' | 'inferred';

export type OperationDocumentation = {
  readonly source: OperationSource;
  /** A summary in a few words, for a table. */
  readonly summary: string;
  /** A note for callers, or an empty text. */
  readonly note: string;
};

/** The input of a call: parameters, and `body` where the operation takes one. */
export type OperationInput<O extends AnyOperation> = object &
  (O extends { readonly body: infer B extends z.ZodType }
    ? WithBody<z.input<O['input']>, z.input<B>>
    : z.input<O['input']>);

/** Adds `body`. zod types an operation without parameters as an object without any member, which would exclude it. */
type WithBody<Parameters, Body> = [Body] extends [undefined]
  ? Parameters
  : (string extends keyof Parameters ? unknown : Parameters) &
      (undefined extends Body ? { readonly body?: Body } : { readonly body: Body });

export type OperationReply<O extends Operation> = z.output<O['reply']>;
export type OperationItem<O extends ListOperation> = z.output<O['item']>;

/** A part of a reply that does not match the API contract, and was left out. */
export type Flaw = {
  /**
   * `record`: a record could not be read, so that the list is incomplete. `field`: one field of a record could not be
   * read, which its record lists in `unreadable` too.
   */
  readonly kind: 'record' | 'field';
  readonly operation: string;
  readonly path: string;
  readonly because: string;
};

/** The distinct items of a list, each as far as it is readable, and what was left out. */
export type Listing<Item> = {
  readonly items: readonly Item[];
  readonly flaws: readonly Flaw[];
  /** The field of the reply that describes the whole list, not parsed; absent if there is none. */
  readonly about?: unknown;
};

/** One of several concurrent callers, identified by the object. */
export type RequestCaller = {
  /** The total time that its requests may be in flight. Concurrent requests count once; waiting for a place does not count. */
  readonly patience: Span;
};

export type RequestTerms = {
  /** The latest time to send a request, also after waiting in the queue or for a retry. */
  readonly sendBy?: Instant;
  /** The caller, whose requests share the places in flight fairly with those of others. */
  readonly asker?: RequestCaller;
  /** The count of what is read, shared by all requests with the same object. Default: a count for each list. */
  readonly reading?: ReadingLimit;
  /** A signal that cancels waiting requests and aborts those in flight. */
  readonly signal?: AbortSignal;
};

/** The client of the cloud. Every failure is a `CloudError` or, if it checks the clock, a `ClockError`. */
export type CloudClient = {
  call<O extends Operation>(
    operation: O,
    input: OperationInput<O>,
    terms?: RequestTerms,
  ): Promise<OperationReply<O>>;
  /** Reads all pages of a list. */
  list<O extends ListOperation>(
    operation: O,
    input: OperationInput<O>,
    terms?: RequestTerms,
  ): Promise<Listing<OperationItem<O>>>;
  /** Reports whether a reply of the last minutes confirmed our clock; absent when the clock is not checked. */
  readonly tellsTime?: () => boolean;
};
