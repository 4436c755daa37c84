/** A stream that text goes to, and what it says of itself when a person looks at it. */
export type Terminal = NodeJS.WritableStream & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};
