/** An output stream, with its size if it is a terminal. */
export type Terminal = NodeJS.WritableStream & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};
