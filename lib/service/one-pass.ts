import { type ActReport, act } from '../jobs/act/act.ts';
import { type DigestReport, nothingSent, sendDigest } from '../jobs/digest/send-digest.ts';
import { errorText } from '../jobs/error-text.ts';
import type { ActPorts } from '../jobs/ports.ts';
import { type WatchReport, type WatchRun, watch } from '../jobs/watch/watch.ts';
import type { Head } from '../model/head.ts';
import { periodAt } from '../model/time/period.ts';
import type { Instant } from '../model/time/time.ts';
import type { Provider } from '../providers/provider.ts';
import { type NewlyUnsupported, newlyUnsupported } from './newly-unsupported.ts';

/** The world of both jobs on one machine. */
export type PassPorts = ActPorts & {
  /** Asked by what acts, with the same key as the other where one does both. */
  readonly actingProvider: Provider;
  /** Deletes what has expired from the ledger. */
  readonly sweep: () => Promise<unknown>;
};

/** What a pass of both jobs came to. */
export type Pass = {
  readonly watched: WatchReport;
  readonly acted: ActReport;
  readonly digest: DigestReport;
  /** What no pass before found the platform not to offer. */
  readonly unsupportedParts: readonly NewlyUnsupported[];
};

/** One pass of both jobs over a cloud. What waits to be said is said whatever became of watching, whose error comes last. */
export async function onePass(ports: PassPorts, run: WatchRun): Promise<Pass> {
  const { actingProvider, sweep, ...acting } = ports;
  const before = await ports.ledger.heads();
  const [watching] = await Promise.allSettled([watch(acting, run)]);
  // What is decided has its own end; the time of the run was for watching.
  const { until: _, ...terms } = run;
  const acted = await act({ ...acting, provider: actingProvider }, terms);
  const failure = watching.status === 'fulfilled' ? watching.value.failure : undefined;
  const digest = failure?.kind === 'wrong-clock' ? nothingSent : await digestOf(acting, run);
  // By a clock that nobody has confirmed, history that is still needed could expire.
  if (failure === null && isFirstOfDay(before, ports.clock.now())) await sweep();
  if (watching.status === 'rejected') throw watching.reason;
  const watched = watching.value;
  return { watched, acted, digest, unsupportedParts: newlyUnsupported(before, watched) };
}

/** That the daily report cannot be made keeps nothing else from being done; the next pass tries again. */
async function digestOf(ports: Parameters<typeof sendDigest>[0], run: WatchRun): Promise<DigestReport> {
  try {
    return await sendDigest(ports, run);
  } catch (error) {
    ports.log('digest-failed', { because: errorText(error) });
    return { delivered: 0, undelivered: 1 };
  }
}

/** Expired history is swept once a day: DynamoDB does that by itself, the embedded server does not. */
function isFirstOfDay(heads: readonly Head[], now: Instant): boolean {
  const today = periodAt('day', now, 'UTC').from;
  return heads.every(({ observation }) => observation === null || observation.at < today);
}
