import { expect } from 'vitest';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { ClockError } from '../../../lib/clouds/http/clock-error.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import { act } from '../../../lib/jobs/act/act.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import {
  computeSpan,
  type Instant,
  later,
  milliseconds,
  type Span,
  tolerableSkew,
} from '../../../lib/model/time/time.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Message } from '../../../lib/state/notification.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aPlatform } from '../../support/clouds/platform.ts';
import { type Answers, failing } from '../../support/clouds/scripted-cloud.ts';
import { setClock } from '../../support/set-clock.ts';
import { on } from '../../support/timeline.ts';

/** Both jobs on a machine whose clock may be wrong, over a cloud whose clock is right. */
export function aSkewedMachine({
  policy = aPolicy({ rules: [aBudgetRule(), anIdleRule()] }),
  answers = {},
  minds = true,
  isReachable = () => true,
  ledger = memoryLedger(),
  reachedBy = () => ledger,
}: {
  policy?: Policy;
  answers?: Answers;
  /** Whether the client compares the times. */
  minds?: boolean;
  /** Whether the cloud answers at all. */
  isReachable?: () => boolean;
  ledger?: Ledger;
  /** The ledger as one of the jobs reaches it. */
  reachedBy?: (job: 'watch' | 'act') => Ledger;
} = {}) {
  const truth = setClock(on('10:00'));
  let skew: Span = milliseconds(0);
  const now = (): Instant => later(truth.now(), skew);
  const clock = { ...truth, now };
  const platform = aPlatform(truth, answers);
  const checked = <T>(ask: () => Promise<T>): Promise<T> => {
    if (!isReachable()) return Promise.reject(failing('timeout'));
    return minds && Math.abs(skew) > tolerableSkew
      ? Promise.reject(new ClockError(computeSpan(now(), truth.now())))
      : ask();
  };
  const cloud: CloudClient = {
    call: (operation, input) => checked(() => platform.call(operation, input)),
    list: (operation, input) => checked(() => platform.list(operation, input)),
    ...(minds && { tellsTime: () => isReachable() }),
  };
  const lines: string[] = [];
  const sent: Message[] = [];
  const log = (event: string, details = {}) => void lines.push([event, ...Object.values(details)].join(' '));
  const notifier = {
    route: 'mail',
    send: async (message: Message) => {
      sent.push(message);
      return { kind: 'delivered' } as const;
    },
  };
  const portsOf = (job: 'watch' | 'act', keyFault: string | null = null) => ({
    connections: [unnamedConnection(computeCloud(cloud), async () => keyFault)],
    ...{ clock, log, notifiers: [notifier] },
    ledger: reachedBy(job),
  });
  const at = (time: string, off: Span) => {
    truth.set(on(time));
    skew = off;
  };
  const none = milliseconds(0);
  return {
    truth,
    ledger,
    lines,
    sent,
    asked: platform.asked,
    cloud,
    watch: (time: string, off = none) => {
      at(time, off);
      return watch(portsOf('watch'), { policy });
    },
    act: (time: string, off = none, faults: { policyFault?: string; keyFault?: string } = {}) => {
      at(time, off);
      const { policyFault = null, keyFault = null } = faults;
      return act(portsOf('act', keyFault), { policy, policyFault });
    },
    head: async (): Promise<Head> => (await ledger.head(lab)) ?? expect.fail('no head'),
  };
}
