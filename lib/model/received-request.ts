/** An HTTP request to spendwatch: a person's answer, or a push of a machine. */
export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

export type HttpReply<Status extends number = number> = {
  readonly status: Status;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
