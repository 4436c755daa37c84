import { computeSpan, type Instant, instant, later, type Span } from '../../model/time/time.ts';
import type { ScriptedEvent, WorldEventInput } from './world/world-event.ts';

/** A world as data: the events that have happened in it, and those to come. */
export type Scenario = {
  readonly name: string;
  readonly seed: number;
  /** The time at which a clock for it should start, and the length of the scenario. */
  readonly start: Instant;
  readonly length: Span;
  readonly events: readonly ScriptedEvent[];
};

export const when = (rfc3339: string): Instant => instant(Date.parse(rfc3339));

export const happens = (at: string, what: WorldEventInput): ScriptedEvent => ({ at: when(at), what });

/** Returns an event that is skipped when it is not possible. */
export const triedAt = (at: string, what: WorldEventInput): ScriptedEvent => ({
  ...happens(at, what),
  ifPossible: true,
});

type NewVm = Extract<WorldEventInput, { kind: 'create-vm' }>;

export const newVm = (
  at: string,
  project: string,
  id: string,
  more: Omit<NewVm, 'kind' | 'project' | 'id'>,
): ScriptedEvent => happens(at, { kind: 'create-vm', project, id, ...more });

export const size = (vcpus: number, memoryGib: number, bootDiskGib: number) => ({
  vcpus,
  memoryGib,
  bootDiskGib,
});

/** Returns the scenario at another time, commitments included, so that a past one can begin today. */
export function beginningAt(scenario: Scenario, start: Instant): Scenario {
  const by = computeSpan(scenario.start, start);
  return {
    ...scenario,
    start,
    events: scenario.events.map((event) => ({
      ...event,
      at: later(event.at, by),
      what: shiftedEvent(event.what, by),
    })),
  };
}

function shiftedEvent(what: WorldEventInput, by: Span): WorldEventInput {
  if (!('commitment' in what) || typeof what.commitment !== 'object' || what.commitment === null) return what;
  const { term, until } = what.commitment;
  return { ...what, commitment: { term, until: until + by } };
}
