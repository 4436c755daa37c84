import { expect } from 'vitest';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import type { TurnListener } from '../../../lib/jobs/watch/report-turn.ts';
import { type WatchReport, watch } from '../../../lib/jobs/watch/watch.ts';
import {
  accountTarget,
  BillingAccountId,
  ProjectId,
  projectTarget,
  type TargetId,
} from '../../../lib/model/ids.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aPlatform } from '../../support/clouds/platform.ts';
import type { Answers } from '../../support/clouds/scripted-cloud.ts';
import { setClock } from '../../support/set-clock.ts';
import { on } from '../../support/timeline.ts';

export const main = accountTarget(null, BillingAccountId.parse('main'));
export const shop = projectTarget(null, ProjectId.parse('shop'));
/** The whole day. */
export const always = [on('20 00:00'), on('22 00:00')] as const;

/** Runs of watch over a scripted platform and a ledger in memory, or one with faults. */
export function aWatcher({
  policy = aPolicy({ rules: [aBudgetRule(), anIdleRule()] }),
  answers = {},
  worsen = (inner) => inner,
}: {
  policy?: Policy;
  answers?: Answers;
  worsen?: (inner: Ledger) => Ledger;
} = {}) {
  const clock = setClock(on('10:00'));
  const cloud = aPlatform(clock, answers);
  const inner = memoryLedger();
  const ledger = worsen(inner);
  const lines: string[] = [];
  const log = (event: string, details = {}) => void lines.push([event, ...Object.values(details)].join(' '));
  return {
    cloud,
    clock,
    ledger: inner,
    lines,
    run(time: string, onTurn: TurnListener = () => {}): Promise<WatchReport> {
      clock.set(on(time));
      return watch(
        { clock, connections: [unnamedConnection(computeCloud(cloud))], ledger, log },
        { policy, onTurn },
      );
    },
    async headOf(target: TargetId): Promise<Head> {
      return (await inner.head(target)) ?? expect.fail(`no head of ${target}`);
    },
  };
}
export const outcomes = (report: WatchReport) =>
  Object.fromEntries(report.targets.map(({ target, kind }) => [target, kind]));
