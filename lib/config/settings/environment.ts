/** Variables as a process is started with; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the API key comes from. One at hand is kept in a function, so that no print of the settings shows it. */
export type KeySource =
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'given'; readonly reveal: () => string };
