import type * as z from 'zod';
import type { Instant, Span } from '../model/time/time.ts';
import type { Reading } from './reading.ts';

/** How a list comes: whole, by page token, by page number, or from the item after one that is named. */
export type Paging = 'whole' | 'token' | 'number' | 'cursor';

/** One operation of the cloud's API, as data. Names in braces in the path are parameters. */
export type Operation<
  Input extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly kind: 'single';
  /** Unique, camel case, as the contract names it. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Path and query parameters. */
  readonly input: Input;
  /** What is sent, if anything. */
  readonly body: Body;
  readonly reply: Reply;
};

/** An operation that answers with a list. Each item is read by itself and field by field, so one loses no other. */
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
};

export type AnyOperation = Operation | ListOperation;

/** Where an operation is known from: the specification, a platform's own reference, or by its neighbours alone. */
export type Source = 'specification' | 'platform' | 'inferred';

/** What the whole contract says of an operation beside what it takes and answers. */
export type Specified = {
  readonly source: Source;
  /** A few words, for a table. */
  readonly summary: string;
  /** What a caller should know; empty for nothing. */
  readonly note: string;
};

/** What a caller gives: parameters, and `body` where the operation takes one. */
export type InputOf<O extends AnyOperation> = object &
  (O extends { readonly body: infer B extends z.ZodType }
    ? WithBody<z.input<O['input']>, z.input<B>>
    : z.input<O['input']>);

/** Of an operation without parameters zod says that it has no member whatever, which would be no body either. */
type WithBody<Parameters, Body> = [Body] extends [undefined]
  ? Parameters
  : (string extends keyof Parameters ? unknown : Parameters) &
      (undefined extends Body ? { readonly body?: Body } : { readonly body: Body });

export type ReplyOf<O extends Operation> = z.output<O['reply']>;
export type ItemOf<O extends ListOperation> = z.output<O['item']>;

/** What of a reply does not fit the contract: left out, and named. */
export type Flaw = {
  /**
   * `record`: there is something that could not be read, so a list does not tell all there is. `field`: one fact
   * about something that was read all the same, which its record names in `unreadable` too.
   */
  readonly kind: 'record' | 'field';
  readonly operation: string;
  readonly path: string;
  readonly because: string;
};

/** All the items of a list that can be told apart, each as far as it could be read, and what was left out. */
export type Listing<Item> = { readonly items: readonly Item[]; readonly flaws: readonly Flaw[] };

/** One of many who ask at the same time. Each object is one asker: two with the same fields are two. */
export type Asker = {
  /** How long its requests may be in flight, all told; time in which several are counts once, waiting for a place not at all. */
  readonly patience: Span;
};

/** The terms of one question, beside what it asks. */
export type Asking = {
  /** A request that could only be sent later, for a full queue or a retry, is not sent. */
  readonly sendBy?: Instant;
  /** Shares the places in flight fairly with other askers. */
  readonly asker?: Asker;
  /** Counts what is read, together with all else that is counted by it. Without it each list is counted by itself. */
  readonly reading?: Reading;
  /** When aborted, requests that wait are not sent, and those in flight are given up. */
  readonly signal?: AbortSignal;
};

/** The cloud, to those who ask it. Every failure is a `CloudError`; where it minds the clock also a `ClockError`. */
export type Cloud = {
  call<O extends Operation>(operation: O, input: InputOf<O>, asking?: Asking): Promise<ReplyOf<O>>;
  /** Every page of a list. */
  list<O extends ListOperation>(
    operation: O,
    input: InputOf<O>,
    asking?: Asking,
  ): Promise<Listing<ItemOf<O>>>;
  /** Whether a reply has told the time within the last minutes, and it was ours; left out where nobody minds. */
  readonly tellsTime?: () => boolean;
};
