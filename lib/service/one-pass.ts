import { type ActReport, act } from '../jobs/act/act.ts';
import { changeControl } from '../jobs/commit-change.ts';
import { type DigestReport, nothingSent, sendDigest } from '../jobs/digest/send-digest.ts';
import { orLogged } from '../jobs/log.ts';
import type { ActPorts, Connection } from '../jobs/ports.ts';
import { type WatchReport, type WatchRun, watch } from '../jobs/watch/watch.ts';
import { findPeriod } from '../model/time/period.ts';
import type { Instant } from '../model/time/time.ts';
import type { Head } from '../state/head.ts';
import type { SourcedPolicy } from './live-policy.ts';
import { type NewUnsupportedPart, newlyUnsupported } from './newly-unsupported.ts';
import { noteKeyRoles } from './note-key-roles.ts';

/** The ports of both jobs on one machine. */
export type PassPorts = ActPorts & {
  /** The connections for actions; if there is no separate key for actions, their keys are the same. */
  readonly actingConnections: readonly Connection[];
  /** Deletes expired items of the ledger. */
  readonly sweep: () => Promise<unknown>;
};

/** The result of a pass of both jobs. */
export type Pass = {
  readonly watched: WatchReport;
  readonly acted: ActReport;
  readonly digest: DigestReport;
  /** Parts that no earlier pass found unsupported. */
  readonly unsupportedParts: readonly NewUnsupportedPart[];
};

/** A run of both jobs, with the source text of its policy. */
export type PassRun = WatchRun & Partial<Pick<SourcedPolicy, 'text' | 'fault'>>;

/** Makes one pass of both jobs. Pending messages are sent even if watching fails; its error is thrown at the end. */
export async function onePass(ports: PassPorts, { text, fault = null, ...run }: PassRun): Promise<Pass> {
  const { actingConnections, sweep, ...acting } = ports;
  const before = await ports.ledger.heads();
  const [watching] = await Promise.allSettled([watch(acting, run)]);
  // The time limit of the run is for watching only.
  const { until: _, ...terms } = run;
  if (text !== undefined) await recordPolicy(ports, text);
  const acted = await act({ ...acting, connections: actingConnections }, { ...terms, policyFault: fault });
  const { failures = [], sawSome = false } = watching.status === 'fulfilled' ? watching.value : {};
  const isClockWrong = !sawSome && failures.some(({ error }) => error.kind === 'wrong-clock');
  const digest = isClockWrong ? nothingSent : await sendDailyDigest(acting, run);
  // With an unconfirmed clock, history that is still needed could expire.
  const isFirstInPeriod = (unit: 'hour' | 'day') =>
    isFirst(before, findPeriod(unit, ports.clock.now(), 'UTC').from);
  if (sawSome && isFirstInPeriod('day')) await sweep();
  if (sawSome && isFirstInPeriod('hour'))
    for (const { name, provider } of actingConnections) {
      const hasFailed = failures.some(({ connection }) => connection === name);
      const cloud = hasFailed ? undefined : provider.checkUp?.();
      if (cloud !== undefined) await noteKeyRoles({ ...ports, connection: name, cloud });
    }
  if (watching.status === 'rejected') throw watching.reason;
  const watched = watching.value;
  return { watched, acted, digest, unsupportedParts: newlyUnsupported(before, watched) };
}

/** Records the policy in force, for use while the file is invalid. A failure is only logged. */
const recordPolicy = ({ ledger, clock, log }: PassPorts, text: string) =>
  orLogged(log, 'policy-not-recorded', {}, () =>
    changeControl(ledger, (control) =>
      control.policy?.text === text ? null : { ...control, policy: { text, since: clock.now() } },
    ),
  );

/** Sends the daily report. A failure is logged and does not affect the rest; the next pass tries again. */
const sendDailyDigest = async (
  ports: Parameters<typeof sendDigest>[0],
  run: WatchRun,
): Promise<DigestReport> =>
  (await orLogged(ports.log, 'digest-failed', {}, () => sendDigest(ports, run))) ?? {
    delivered: 0,
    undelivered: 1,
  };

/** True if no target was polled since then. The first pass of a day deletes expired history; that of an hour reads roles. */
const isFirst = (heads: readonly Head[], since: Instant): boolean =>
  heads.every(({ observation }) => observation === null || observation.at < since);
