import { demoPolicy } from '../../lib/demo/demo-policy.ts';
import { type Rig, startRig } from '../../lib/demo/rig.ts';
import { act } from '../../lib/jobs/act/act.ts';
import { watch } from '../../lib/jobs/watch/watch.ts';
import { hours, later, minutes, seconds } from '../../lib/model/time/time.ts';
import type { Notifier } from '../../lib/notify/notifier.ts';
import { scenarioOf } from '../../lib/simulators/compute/scenarios.ts';
import type { Policy } from '../../lib/state/policy.ts';

const takes: Notifier = { route: 'nowhere', send: async () => ({ kind: 'delivered' }) };

/** The demo's day up to so many hours after it began, as fast as it goes. */
export async function playedDemo(length: number): Promise<{ readonly rig: Rig; readonly policy: Policy }> {
  const scenario = scenarioOf('demo', 1);
  const policy = await demoPolicy();
  const rig = await startRig({ scenario, log: () => {} });
  for (let at = scenario.start; at <= later(scenario.start, hours(length)); at = later(at, minutes(5))) {
    rig.clock.set(at);
    await watch(rig.viewer, { policy });
    rig.clock.advance(seconds(2));
    await act({ ...rig.editor, notifiers: [takes] }, { policy });
  }
  return { rig, policy };
}
