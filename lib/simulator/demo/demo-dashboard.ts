import { randomBytes } from 'node:crypto';
import { type RunningDashboard, serveDashboard } from '../../dashboard/serve-dashboard.ts';
import { systemClock } from '../../jobs/system-clock.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { defaultIntervals } from '../../model/time/intervals.ts';
import { seconds } from '../../model/time/time.ts';
import type { Rig } from './rig.ts';

/** Interval at which an open page is updated; polls come several times a second. */
const every = seconds(1);

/** Serves the dashboard of the simulated cloud, with its buttons enabled. */
export const serveDemoDashboard = ({ viewer, clock }: Rig, policy: Policy): Promise<RunningDashboard> =>
  serveDashboard({
    ledger: (work) => work(viewer.ledger),
    policy: async () => ({ policy, fault: null }),
    now: clock.now,
    clock: systemClock,
    freshFor: every,
    pollEvery: every,
    intervals: defaultIntervals,
    mayAct: true,
    token: randomBytes(16).toString('base64url'),
    port: 0,
    onBug: console.error,
  });
