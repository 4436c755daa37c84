import { isDeepStrictEqual } from 'node:util';
import { takeTurn } from '../../../lib/decide/turn.ts';
import { firstHead, type Head } from '../../../lib/model/head.ts';
import { type Observation, Part, type Sighting } from '../../../lib/model/observation.ts';
import { instant } from '../../../lib/model/time.ts';
import type { Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import type { Case } from './violation.ts';

/**
 * Invariant 10: the same head, observation, history, policy and time make the same next head. Takes
 * turns again from what was stored and read, one in `oneIn`.
 */
export function replayOracle({ accuse }: Case, oneIn: number): Observer {
  const histories = new WeakMap<Process, Map<string, readonly Sighting[]>>();
  let turns = 0;

  return {
    historyRead(process, target, sightings) {
      const read = histories.get(process) ?? new Map<string, readonly Sighting[]>();
      histories.set(process, read.set(target, sightings));
    },
    committed(process, head, before) {
      if (process.job !== 'watch' || turns++ % oneIn !== 0) return;
      const read = histories.get(process)?.get(head.target) ?? [];
      const known = before ?? firstHead(head.target);
      const asked = Part.options.filter((part) => head.askedAt[part] !== known.askedAt[part]);
      const observation = observationIn(head, known);
      const history = observation.kind === 'project' && observation.usage.length > 0 ? read : [];
      const again = takeTurn({ head: known, observation, asked, history, ...process.orders });
      if (!isDeepStrictEqual(again.head, head))
        accuse(10, `${head.target}: turn ${head.seq} comes out otherwise when taken again`);
    },
  };
}

function observationIn(head: Head, before: Head): Observation {
  if (head.misses === 0 && head.sighting !== null) return head.sighting;
  const [askedAt] = Part.options.flatMap((part) =>
    head.askedAt[part] !== before.askedAt[part] ? [head.askedAt[part]] : [],
  );
  return { kind: 'unseen', at: askedAt ?? instant(0), because: head.missedBecause ?? '' };
}
