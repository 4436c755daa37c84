/** The variables of a process; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The source of an API key. A key itself is kept in a function, so that no log of the settings shows it. */
export type KeySource =
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'given'; readonly reveal: () => string };
