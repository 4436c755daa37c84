import { runDemo } from '../../lib/demo/demo.ts';
import { plainDisplay } from '../../lib/demo/display.ts';
import { hours } from '../../lib/model/time/time.ts';
import { scenarioOf } from '../../lib/simulators/compute/scenarios.ts';

/** A speed at which no step waits. */
export const asFastAsItGoes = 1e9;

/** Plays the demo and returns what it shows. */
export async function play(options: {
  length: number;
  signal?: AbortSignal;
  seed?: number;
}): Promise<string> {
  let shown = '';
  await runDemo({
    scenario: scenarioOf('demo', options.seed ?? 1),
    speed: asFastAsItGoes,
    length: hours(options.length),
    signal: options.signal ?? new AbortController().signal,
    dashboard: 'none',
    command: 'spendwatch',
    display: (setting) =>
      plainDisplay((text) => {
        shown += text;
      }, setting),
  });
  return shown;
}
