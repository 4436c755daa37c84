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
const invalidFields = (wrong: readonly Wrong[]): Refusal =>
  new Refusal('invalid', wrong.map(({ field, description }) => `${field}: ${description}`).join('; '), {
    wrong,
  });

/** @throws Refusal for the fields that are wrong, if any are. */
export function refuseWrong(wrong: readonly Wrong[]): void {
  if (wrong.length > 0) throw invalidFields(wrong);
}

const most = 2_147_483_647;

/** Sizes on the wire are int32. */
export function sizeWrong(field: string, value: number, least: number): Wrong[] {
  if (Number.isInteger(value) && value >= least && value <= most) return [];
  return [{ field, description: `must be a whole number from ${least} to ${most}` }];
}

/** An id becomes part of a path; neither document says which characters it may have. */
export function idWrong(field: string, id: string): Wrong[] {
  if (/^(?!\.{1,2}$)[^/\p{C}\s]{1,255}$/u.test(id)) return [];
  return [{ field, description: 'must be 1 to 255 characters without spaces and slashes' }];
}

/** VMs, machines, clusters and volumes have short names; images and others have no limit that is written anywhere. */
export function nameWrong(field: string, id: string): Wrong[] {
  const wrong = idWrong(field, id);
  if (wrong.length > 0 || id.length <= mostOfName) return wrong;
  return [{ field, description: `must have at most ${mostOfName} characters` }];
}
const mostOfName = 30;

const keySources = ['UNKNOWN', 'PROJECT', 'USER', 'NONE'].map((name) => `SSH_KEY_SOURCE_${name}`);

export const keySourceWrong = (source: string): Wrong[] =>
  keySources.includes(source)
    ? []
    : [{ field: 'sshKeySource', description: `must be one of ${keySources.join(', ')}` }];

type Places = { readonly dataCenters: ReadonlyMap<string, { readonly machineTypes: readonly string[] }> };

export const dataCenterWrong = (state: Places, id: string, field = 'dataCenterId'): Wrong[] =>
  state.dataCenters.has(id) ? [] : [{ field, description: `data center ${id} does not exist` }];

/** VMs stand where their machine type does. */
export const isOffered = (state: Places, dataCenter: string, machineType: string): boolean =>
  state.dataCenters.get(dataCenter)?.machineTypes.includes(machineType) ?? false;
