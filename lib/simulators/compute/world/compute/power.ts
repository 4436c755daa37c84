import { assertNever } from '../../../../model/assert-never.ts';
import type { PowerChange } from '../events/machine-events.ts';
import { enter, type Life, stateAt } from '../life.ts';
import { Refusal } from '../refusal.ts';
import { takes, type WorldState } from '../world-state.ts';

/** A thing to switch, with the path that its durations are drawn by. */
type Switched = { readonly id: string; readonly path: string; power: Life };

/**
 * Switches power; the current state changes nothing. A machine that is off stays reserved and is billed as before.
 * @throws Refusal while it is switching.
 */
export function switchPower(
  state: WorldState,
  { id, path, power: life }: Switched,
  power: PowerChange,
): Life {
  const current = stateAt(life, state.at) ?? 'MACHINE_POWER_STATE_UNSPECIFIED';
  if (current === power) return life;
  if (current !== 'ON' && current !== 'OFF') {
    throw new Refusal('wrong-state', `machine ${id} is ${current}; wait until it is ON or OFF`);
  }
  if (power === 'REBOOTING' && current === 'OFF') {
    throw new Refusal('wrong-state', `machine ${id} is OFF; it can be rebooted when it is ON`);
  }
  const [through, end] = wayTo(power);
  const span = takes(state, `${through} ${path}`, 30, 90);
  return enter(life, state.at, [[through, span]], end);
}

function wayTo(power: PowerChange): readonly [string, string] {
  switch (power) {
    case 'ON':
      return ['POWERING_ON', 'ON'];
    case 'OFF':
      return ['POWERING_OFF', 'OFF'];
    case 'REBOOTING':
      return ['REBOOTING', 'ON'];
    default:
      return assertNever(power);
  }
}
