import type { Scenario } from './scenario.ts';
import { demo } from './scenarios/demo.ts';
import { month } from './scenarios/month.ts';

const scenarios: readonly Scenario[] = [demo, month];

export const scenarioNames: readonly string[] = scenarios.map((scenario) => scenario.name);

/** Returns a scenario by its name; another seed gives the same events with other noise. */
export function scenarioOf(name: string, seed?: number): Scenario {
  const scenario = scenarios.find((candidate) => candidate.name === name);
  if (!scenario) throw new RangeError(`no scenario ${name}; there are ${scenarioNames.join(', ')}`);
  return seed === undefined ? scenario : { ...scenario, seed };
}
