import { systemClock } from '../../../lib/jobs/system-clock.ts';
import { earlier, type Span } from '../../../lib/model/time/time.ts';
import { beginningAt } from '../../../lib/simulators/compute/scenario.ts';
import { scenarioOf } from '../../../lib/simulators/compute/scenarios.ts';
import { type ServeOptions, serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';

/** Serves the demo's cloud to processes whose clock is that of this machine, in which a time has passed already. */
export function demoCloudNow(passed: Span, keys: ServeOptions['keys']): Promise<RunningSimulator> {
  const { events } = beginningAt(scenarioOf('demo', 1), earlier(systemClock.now(), passed));
  return serveSimulator({ world: createWorld({ seed: 1, clock: systemClock, events }), keys });
}
