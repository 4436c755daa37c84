import type { Head } from '../../model/head.ts';
import type { Instruction } from '../../model/override.ts';
import type { Told } from './override-outcome.ts';
import { inWords, replacedInWords, timeIn } from './override-text.ts';
import { earlierWords, nextLook, type Scene } from './place-override.ts';

/** Tells that an instruction holds until its end for what `holders` hold, in place of what was told before of the same. */
export function untilTold(
  scene: Scene,
  instruction: Instruction,
  holders: readonly Head[],
  remarks: readonly string[],
): Extract<Told, { kind: 'told' }> {
  const { zone } = scene;
  const replaced = earlierWords(scene).filter(({ id }) => id === instruction.id);
  return {
    kind: 'told',
    instruction,
    replaced,
    says: `${inWords(instruction)} until ${timeIn(instruction.until, zone)}`,
    targets: holders.map(({ target }) => target),
    effective: nextLook(scene, holders),
    remarks: [...replaced.map((before) => replacedInWords(before, zone)), ...remarks],
  };
}
