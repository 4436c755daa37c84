import type { AccountMarks, Cloud } from '../../clouds/cloud.ts';
import { isSameAddress } from '../../model/cloud-address.ts';
import { type ConnectionName, connectionInWords } from '../../model/connection-name.ts';
import { nameOfTarget, type TargetId, toTarget } from '../../model/ids.ts';
import type { Head } from '../../state/head.ts';
import type { Connection } from '../ports.ts';

/** The reason why a connection is not polled, and no action is taken through it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly kind: 'same-account' | 'not-in-settings' | 'may-be-renamed';

  constructor(kind: ConnectionError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export const notInSettings = (connection: ConnectionName | null): ConnectionError =>
  new ConnectionError(
    'not-in-settings',
    `${connectionInWords(connection)} is no longer in the settings: restore the connection, or silence the alerts of its targets`,
  );

/** Returns the error of a connection that may be another one under a former name, so that its spend may count twice. */
export const mayBeRenamed = (because: string): ConnectionError =>
  new ConnectionError('may-be-renamed', because);

/** The targets that a connection is known to show, its heads, and the marks of its account. */
export type ConnectionView = {
  readonly connection: Connection;
  readonly targets: readonly TargetId[];
  readonly heads: readonly Head[];
  /** `null` if they are unknown. */
  readonly marks: AccountMarks | null;
};

/** True if two connections may show the same account, because they ask the same cloud at the same address. */
export const mayShare = (one: Connection, other: Connection): boolean =>
  isSameAddress(one.address, other.address) && getCloudName(one) === getCloudName(other);

const getCloudName = ({ provider }: { readonly provider: Pick<Cloud, 'profile'> }) => provider.profile.name;

/**
 * Returns the error of a connection that shows the same account as an earlier one in the settings; `null` if none does.
 * Two connections must never act on the same resource, nor count its spend twice.
 */
export function sameAccount(
  view: ConnectionView,
  earlierViews: readonly ConnectionView[],
): ConnectionError | null {
  const { connection } = view;
  for (const earlier of earlierViews) {
    if (!mayShare(connection, earlier.connection)) continue;
    const shared = sharedMark(view, earlier);
    if (shared === null) continue;
    return new ConnectionError(
      'same-account',
      `${connectionInWords(connection.name)} shows ${shared}, as ${connectionInWords(earlier.connection.name)} does: this connection is not polled, and no action is taken through it. Remove one of the two from the settings, or give one a key of another account`,
    );
  }
  return null;
}

/**
 * Returns the name of something that only one account has and that both connections show; `null` if there is nothing. One
 * holder may have several accounts, which show different resources.
 */
function sharedMark(one: ConnectionView, other: ConnectionView): string | null {
  const [names, others] = [tellingNames(one), tellingNames(other)];
  const otherNames = new Set(others);
  const shared = names.find((name) => otherNames.has(name));
  if (shared !== undefined) return shared;
  const holder = one.marks?.holder ?? null;
  const isToldApart = names.length > 0 && others.length > 0;
  return holder !== null && holder === other.marks?.holder && !isToldApart
    ? `the account of ${holder}`
    : null;
}

/** Returns the names of targets, or of resources if the targets of all accounts have the same names. */
function tellingNames({ connection, targets, heads, marks }: ConnectionView): readonly string[] {
  if (!connection.provider.profile.namesTargetsAlike)
    return targets.map((target) => `${toTarget(target).kind} ${nameOfTarget(target)}`);
  const names = new Set(targets);
  const known = heads.flatMap(({ target, observation }) =>
    observation?.kind === 'project' && names.has(target) ? observation.resources : [],
  );
  return [...(marks?.resources ?? []), ...known].map(({ kind, id }) => `${kind} ${id}`);
}
