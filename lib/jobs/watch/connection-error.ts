import type { Cloud } from '../../clouds/cloud.ts';
import { type ConnectionName, connectionInWords } from '../../model/connection-name.ts';
import { nameOfTarget, type TargetId, targetOf } from '../../model/ids.ts';
import type { Head } from '../../state/head.ts';
import type { Connection } from '../ports.ts';

/** The reason why a connection is not asked at all, and no action is taken through it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly kind: 'same-account' | 'not-in-settings';

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

/** The targets that a connection is known to show, and its heads. */
export type Shown = {
  readonly connection: Connection;
  readonly targets: readonly TargetId[];
  readonly heads: readonly Head[];
};

/** Reports whether two connections may show the same account: they ask one cloud at one address. */
export const mayShare = (one: Connection, other: Connection): boolean =>
  one.address === other.address && cloudOf(one) === cloudOf(other);

const cloudOf = ({ provider }: { readonly provider: Pick<Cloud, 'profile'> }) => provider.profile.name;

/**
 * Returns the error of a connection that shows what one before it in the settings shows too; `null` where it shows nothing
 * of it. Two connections must never act on one resource, nor count its spend twice.
 */
export function sameAccount(one: Shown, before: readonly Shown[]): ConnectionError | null {
  const { connection } = one;
  const names = tellingNames(one);
  for (const earlier of before) {
    if (!mayShare(connection, earlier.connection)) continue;
    const earlierNames = new Set(tellingNames(earlier));
    const shared = names.find((name) => earlierNames.has(name));
    if (shared === undefined) continue;
    return new ConnectionError(
      'same-account',
      `${connectionInWords(connection.name)} shows ${shared}, as ${connectionInWords(earlier.connection.name)} does: this connection is not polled, and no action is taken through it. Remove one of the two from the settings, or give one a key of another account`,
    );
  }
  return null;
}

/** Returns the names that only one account has: of its targets, or of their resources where targets are named alike in all. */
function tellingNames({ connection, targets, heads }: Shown): readonly string[] {
  if (!connection.provider.profile.namesTargetsAlike)
    return targets.map((target) => `${targetOf(target).kind} ${nameOfTarget(target)}`);
  const names = new Set(targets);
  return heads.flatMap(({ target, observation }) =>
    observation?.kind === 'project' && names.has(target)
      ? observation.resources.map(({ kind, id }) => `${kind} ${id}`)
      : [],
  );
}
