import type { CheckUpCloud } from '../clouds/cloud.ts';
import { commitChange } from '../jobs/commit-change.ts';
import { findHeldRank, findRoleRank } from '../jobs/doctor/access.ts';
import { orLogged } from '../jobs/log.ts';
import type { Clock, Log } from '../jobs/ports.ts';
import type { ConnectionName } from '../model/connection-name.ts';
import { getTargetConnection } from '../model/ids.ts';
import type { Ledger } from '../record/ledger.ts';
import type { Head } from '../state/head.ts';

type RolePorts = {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly log: Log;
  readonly connection: ConnectionName | null;
  /** The cloud of the connection, with the key for actions. */
  readonly cloud: Pick<CheckUpCloud, 'profile' | 'user' | 'grants'>;
};

/**
 * Stores in the head of each project whether the key for actions may act there, if the platform shows the roles of a key, so
 * that an order is refused early. A failure is only logged.
 */
export async function noteKeyRoles({ clock, ledger, log, connection, cloud }: RolePorts): Promise<void> {
  await orLogged(log, 'key-roles-unknown', {}, async () => {
    const [user, grants] = [await cloud.user(), await cloud.grants()];
    if (grants.length === 0) return;
    const { profile } = cloud;
    const { watch, act } = profile.roleTo;
    for (const head of await ledger.heads()) {
      if (getTargetConnection(head.target) !== connection) continue;
      if (head.observation?.kind !== 'project' || head.failureScope === 'unlisted') continue;
      const role = findHeldRank(
        head.target,
        { grants, user, cloud: profile },
        head.observation.account ?? undefined,
      );
      if (role >= findRoleRank(profile, act)) await commitChange(ledger, head, withoutRefusal);
      if (role === findRoleRank(profile, watch))
        await commitChange(ledger, head, (newest) => withRefusal(newest, clock, watch));
    }
  });
}

const withoutRefusal = ({ keyRefused, ...head }: Head): Head | null =>
  keyRefused === undefined ? null : { ...head, seq: head.seq + 1 };

const withRefusal = (head: Head, { now }: Clock, role: string): Head | null =>
  head.keyRefused?.isByRole === true
    ? null
    : {
        ...head,
        seq: head.seq + 1,
        keyRefused: { at: now(), because: `its role there is ${role}`, isByRole: true },
      };
