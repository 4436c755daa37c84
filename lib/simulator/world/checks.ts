import type { Wrong } from './refusal.ts';

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
