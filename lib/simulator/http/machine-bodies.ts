import { PowerChange } from '../world/events/machine-events.ts';
import { Access } from '../world/events/placed.ts';
import { badRequest } from './api-error.ts';

type Sent = {
  readonly sshKeySource?: string | undefined;
  readonly customSshKeys?: string[] | undefined;
  readonly startScript?: string | undefined;
  /** The earlier name of a start script. */
  readonly userData?: string | undefined;
};

/** Returns the access to a machine after a body's changes. */
export function sentAccess(sent: Sent, now: Access = Access.parse({})): Access {
  return {
    sshKeySource: sent.sshKeySource ?? now.sshKeySource,
    customSshKeys: sent.customSshKeys ?? now.customSshKeys,
    startScript: sent.startScript ?? sent.userData ?? now.startScript,
  };
}

/**
 * Returns the power state that a body asks for, if it is a change. Intermediate states are accepted only as they were
 * read. @throws ApiError for a state that cannot be requested.
 */
export function sentPower(sent: string | undefined, now: string | undefined): PowerChange | undefined {
  if (!sent || sent === now || sent === 'MACHINE_POWER_STATE_UNSPECIFIED') return undefined;
  const asked = PowerChange.safeParse(sent);
  if (asked.success) return asked.data;
  const description = `can be set to ${PowerChange.options.join(', ')}`;
  throw badRequest([{ field: 'powerState', description }]);
}
