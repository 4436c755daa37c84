import { PolicyError } from '../../config/policy/policy-error.ts';
import { SettingsError } from '../../config/settings/settings-error.ts';
import { RuleName, Subject, TargetId } from '../../model/ids.ts';
import { type Ledger, nothingWritten, UnreadableError } from '../../record/ledger.ts';
import type { Control } from '../../state/control.ts';
import type { Policy } from '../../state/policy.ts';
import { computePolicyNeeds } from '../../state/policy-needs.ts';
import { changeControl } from '../commit-change.ts';
import { orLogged } from '../log.ts';
import type { ActPorts, WatchPorts } from '../ports.ts';

/** The text of a policy, and the version of the parameter or object that holds it. */
export type VersionedText = { readonly text: string; readonly version: string };

/** The policy of a run, and the reason why the policy at the location is not in force; `null` if it is. */
export type RunPolicy = { readonly policy: Policy; readonly policyFault: string | null };

export type PolicyAtLocation = {
  /**
   * Returns the recorded policy: the last good one of the location, or the built-in one if there is none. It is not checked
   * anew: `watch` uses the policy that `act` has accepted. If it cannot be read, the built-in one is used in observe mode.
   */
  recorded(ports: Pick<WatchPorts, 'ledger' | 'log'>): Promise<Policy>;
  /**
   * Reads the location, and records a new good policy with its version. A policy with a mistake is not recorded: the last
   * good one stays in force, or the built-in one.
   *
   * @param check Throws a SettingsError for a policy that cannot take effect here.
   */
  adopted(
    ports: Pick<ActPorts, 'ledger' | 'log' | 'clock'>,
    read: () => Promise<VersionedText>,
    check: (policy: Policy) => void,
  ): Promise<RunPolicy>;
};

/** Returns the readers of the policy at a location such as "ssm:/spendwatch/policy". */
export function policyAtLocation(location: string, builtIn: Policy): PolicyAtLocation {
  const parsed = parser(location);

  async function held({ ledger, log }: Pick<WatchPorts, 'ledger' | 'log'>): Promise<Held | null> {
    try {
      const { policy } = await ledger.control();
      return policy?.source?.location === location ? policy : null;
    } catch (error) {
      // The damaged record is reported elsewhere, and without it no action is taken.
      if (!(error instanceof UnreadableError)) throw error;
      log('policy-not-known', { because: error.message });
      return null;
    }
  }
  /**
   * Returns the pinned policy. If this version of spendwatch cannot read it, the built-in one is used in observe mode: the
   * pinned one may have forbidden its actions.
   */
  async function readHeldPolicy(pinned: Held | null, log: WatchPorts['log']): Promise<Policy> {
    if (pinned === null) return builtIn;
    try {
      return await parsed(pinned.text);
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      log('policy-not-known', { because: error.summary });
      return observing(builtIn);
    }
  }

  return {
    recorded: async (ports) => readHeldPolicy(await held(ports), ports.log),
    async adopted(ports, read, check) {
      const { log } = ports;
      const recorded = await held(ports);
      try {
        const stored = await read();
        const policy = await parsed(stored.text);
        check(policy);
        if (recorded?.text !== stored.text || recorded.source?.version !== stored.version)
          await record(ports, { location, found: stored, policy, known: recorded });
        return { policy, policyFault: null };
      } catch (error) {
        const policyFault = describePolicyFault(error, location);
        log('policy-unchanged', { because: policyFault });
        return { policy: await readHeldPolicy(recorded, log), policyFault };
      }
    },
  };
}

/** Removes the recorded policy of a location that the settings no longer name. */
export async function forgetLocation({ ledger, log }: Pick<ActPorts, 'ledger' | 'log'>): Promise<void> {
  await orLogged(log, 'policy-not-recorded', {}, () =>
    changeControl(ledger, (control) =>
      control.policy?.source === undefined ? null : { ...control, policy: null },
    ),
  );
}

type Held = NonNullable<Control['policy']>;

/** Returns a policy that takes no actions and accepts no approvals by link. */
const observing = (policy: Policy): Policy => ({
  ...policy,
  approveByLink: false,
  rules: policy.rules.map((rule) => ('mode' in rule ? { ...rule, mode: 'observe' } : rule)),
});

/**
 * Returns a parser that caches the last policy. The code that parses text is loaded when it is first needed, because most
 * functions have only a built policy.
 */
function parser(location: string): (text: string) => Promise<Policy> {
  let last: { readonly text: string; readonly policy: Policy } | undefined;
  return async (text) => {
    if (last?.text !== text) {
      const { readPolicy } = await import('../../config/policy/read-policy.ts');
      last = { text, policy: readPolicy(text, location) };
    }
    return last.policy;
  };
}

/** The target whose audit log records the versions of the policy, which concern all targets. */
const everything = TargetId.parse('group/everything');

/** Writes the audit line, then pins the version. A failure is only logged: this run uses the new policy anyway. */
async function record(
  { ledger, log, clock }: { readonly ledger: Ledger } & Pick<ActPorts, 'log' | 'clock'>,
  {
    location,
    found: { text, version },
    policy,
    known,
  }: {
    readonly location: string;
    readonly found: VersionedText;
    readonly policy: Policy;
    readonly known: Held | null;
  },
): Promise<void> {
  const at = clock.now();
  const previous = known?.source === undefined ? 'the built-in policy' : `version ${known.source.version}`;
  const because = `version ${version} of ${location} is in force, in place of ${previous}`;
  const line = {
    id: `policy-loaded#${location}#${version}`,
    at,
    event: 'policy-loaded' as const,
    subject: Subject.parse(everything),
    rule: RuleName.parse('spendwatch'),
    because,
  };
  await orLogged(log, 'policy-not-recorded', {}, async () => {
    await ledger.record({ ...nothingWritten, target: everything, journal: [line] });
    await changeControl(ledger, (control) => {
      // Another run was faster, perhaps with a newer version: the next run compares again.
      const isOvertaken =
        control.policy?.since !== known?.since && control.policy?.source?.location === location;
      return isOvertaken ? null : { ...control, policy: { text, since: at, source: { location, version } } };
    });
    log('policy-loaded', { version, rules: policy.rules.length, acts: computePolicyNeeds(policy).stops });
  });
}

function describePolicyFault(error: unknown, location: string): string {
  if (error instanceof PolicyError) return error.summary;
  if (error instanceof SettingsError) {
    const mistakes = error.mistakes.map(({ variable, message }) => `${variable} ${message}`);
    return `${location} cannot be used in this deployment: ${mistakes.join('; ')}`;
  }
  // Only the name: a message of the SDK may quote the request.
  return `${location} cannot be read (${error instanceof Error ? error.name : typeof error})`;
}
