/** Something asked of the world that it will not do; nothing was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: 'not-found' | 'exists' | 'wrong-state' | 'invalid';

  constructor(kind: Refusal['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
