/** A field of what was asked, by the API's name of it, and what is wrong with it. */
export type Wrong = { readonly field: string; readonly description: string };

type Kind = 'not-found' | 'exists' | 'wrong-state' | 'invalid' | 'suspended';

/** Something asked of the world that it will not do; nothing was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: Kind;
  /** Every field that is wrong, where it is a matter of fields. */
  readonly wrong: readonly Wrong[];
  /** The billing account that stands in the way, and why it does. */
  readonly account: { readonly id: string; readonly state: string } | undefined;

  constructor(
    kind: Kind,
    message: string,
    more: { readonly wrong?: readonly Wrong[]; readonly account?: { id: string; state: string } } = {},
  ) {
    super(message);
    this.kind = kind;
    this.wrong = more.wrong ?? [];
    this.account = more.account;
  }
}

export const invalid = (field: string, description: string): Refusal =>
  invalidFields([{ field, description }]);

/** All that is wrong, said at once. */
export const invalidFields = (wrong: readonly Wrong[]): Refusal =>
  new Refusal('invalid', wrong.map(({ field, description }) => `${field}: ${description}`).join('; '), {
    wrong,
  });

/** @throws Refusal for the fields that are wrong, if any are. */
export function refuseWrong(wrong: readonly Wrong[]): void {
  if (wrong.length > 0) throw invalidFields(wrong);
}
