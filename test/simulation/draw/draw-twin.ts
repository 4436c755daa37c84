import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { seededRandom } from '../engine/seeded-random.ts';
import { isCalm, type Scenario } from '../scenario.ts';
import { addressOfFirst } from '../schedule.ts';
import { drawScenario } from './draw-scenario.ts';

/** Other spellings of the address of the unnamed connection. */
const spellings: readonly [string, ...string[]] = [
  'HTTPS://one.test',
  'https://ONE.test:443',
  'https://one.test./',
  `${addressOfFirst}//v1/..`,
];

/**
 * Draws a calm scenario with a connection to the same account, at another spelling of its address. While the first one has
 * never been seen, nothing shows that the second is the same account, so that there are no faults.
 */
export function drawTwin(seed: number): Scenario {
  for (let nth = seed * 1_000; ; nth += 1) {
    const drawn = drawScenario(nth);
    if (!isCalm(drawn) || drawn.connections !== undefined) continue;
    const address = seededRandom(seed).fork('twin').pick(spellings);
    return { ...drawn, twin: { name: ConnectionName.parse('again'), address } };
  }
}
