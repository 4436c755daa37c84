import { PowerChange } from '../world/events/machine-events.ts';
import { Access } from '../world/events/placed.ts';
import { badRequest } from './api-error.ts';

type Sent = {
  readonly sshKeySource?: string | undefined;
  readonly customSshKeys?: string[] | undefined;
  readonly startScript?: string | undefined;
  /** What a start script was called before. */
  readonly userData?: string | undefined;
};

/** How people get into a machine, as a body says it; the rest stays as it is. */
export function sentAccess(sent: Sent, now: Access = Access.parse({})): Access {
  return {
    sshKeySource: sent.sshKeySource ?? now.sshKeySource,
    customSshKeys: sent.customSshKeys ?? now.customSshKeys,
    startScript: sent.startScript ?? sent.userData ?? now.startScript,
  };
}

/**
 * The power state that a body asks for, if it is another one. States in between come by themselves, and
 * are taken only from who sends back what was read. @throws ApiError for a state nobody can ask for.
 */
export function sentPower(sent: string | undefined, now: string | undefined): PowerChange | undefined {
  if (!sent || sent === now || sent === 'MACHINE_POWER_STATE_UNSPECIFIED') return undefined;
  const asked = PowerChange.safeParse(sent);
  if (asked.success) return asked.data;
  const description = `can be set to ${PowerChange.options.join(', ')}`;
  throw badRequest([{ field: 'powerState', description }]);
}
