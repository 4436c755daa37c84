/** A field of a request, by its name in the API, and the mistake in it. */
export type Wrong = { readonly field: string; readonly description: string };

type Kind = 'not-found' | 'exists' | 'wrong-state' | 'invalid' | 'suspended';

/** A request that the world refuses; nothing was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: Kind;
  /** The mistakes by field, if the refusal is about fields. */
  readonly wrong: readonly Wrong[];
  /** The billing account that caused the refusal, and its state. */
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

/** Returns what was looked up. @throws Refusal when it does not exist. */
export function existing<T>(thing: T | undefined, what: string, project?: string): T {
  if (thing !== undefined) return thing;
  const where = project === undefined ? '' : ` in project ${project}`;
  throw new Refusal('not-found', `${what} does not exist${where}`);
}

export const invalid = (field: string, description: string): Refusal =>
  invalidFields([{ field, description }]);

/** Returns a refusal that lists all mistakes. */
const invalidFields = (wrong: readonly Wrong[]): Refusal =>
  new Refusal('invalid', wrong.map(({ field, description }) => `${field}: ${description}`).join('; '), {
    wrong,
  });

/** Checks fields. @throws Refusal if any is wrong. */
export function refuseWrong(wrong: readonly Wrong[]): void {
  if (wrong.length > 0) throw invalidFields(wrong);
}

/** Returns the mistake in a field, if there is one. */
export const wrongIf = (isWrong: boolean, field: string, description: string): Wrong[] =>
  isWrong ? [{ field, description }] : [];

/** Checks a size, which is an int32 on the wire. */
export function sizeWrong(field: string, value: number, least: number, most = 2_147_483_647): Wrong[] {
  const isRight = Number.isInteger(value) && value >= least && value <= most;
  return wrongIf(!isRight, field, `must be a whole number from ${least} to ${most}`);
}

/** Checks an id, which becomes part of a path; neither document names the allowed characters. */
export function idWrong(field: string, id: string): Wrong[] {
  if (/^(?!\.{1,2}$)[^/\p{C}\s]{1,255}$/u.test(id)) return [];
  return [{ field, description: 'must be 1 to 255 characters without spaces and slashes' }];
}

/** Checks a name: VMs, machines, clusters and volumes have short ones; images and others have no documented limit. */
export function nameWrong(field: string, id: string): Wrong[] {
  const wrong = idWrong(field, id);
  if (wrong.length > 0 || id.length <= mostOfName) return wrong;
  return [{ field, description: `must have at most ${mostOfName} characters` }];
}
const mostOfName = 30;

const keySources = ['UNKNOWN', 'PROJECT', 'USER', 'NONE'].map((name) => `SSH_KEY_SOURCE_${name}`);

export const keySourceWrong = (source: string): Wrong[] =>
  wrongIf(!keySources.includes(source), 'sshKeySource', `must be one of ${keySources.join(', ')}`);

export const emailWrong = (field: string, text: string): Wrong[] =>
  wrongIf(!/^[^\s@]+@[^\s@]+$/.test(text), field, 'must be an e-mail address');

type Places = { readonly dataCenters: ReadonlyMap<string, { readonly machineTypes: readonly string[] }> };

export const dataCenterWrong = (state: Places, id: string, field = 'dataCenterId'): Wrong[] =>
  state.dataCenters.has(id) ? [] : [{ field, description: `data center ${id} does not exist` }];

/** Reports whether a data center offers a machine type for VMs. */
export const isOffered = (state: Places, dataCenter: string, machineType: string): boolean =>
  state.dataCenters.get(dataCenter)?.machineTypes.includes(machineType) ?? false;
