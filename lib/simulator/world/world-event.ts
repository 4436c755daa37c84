import * as z from 'zod';
import type { Instant } from '../../model/time/time.ts';
import { accountEvents, estateEvents, identityEvents } from './events/estate-events.ts';
import { clusterEvents, machineEvents } from './events/machine-events.ts';
import { networkEvents, storageEvents } from './events/storage-events.ts';
import { vmEvents } from './events/vm-events.ts';

/** Anything that can happen in the world, as data: what people do, and what the platform does to them. */
export const WorldEvent = z.discriminatedUnion('kind', [
  ...accountEvents,
  ...vmEvents,
  ...machineEvents,
  ...clusterEvents,
  ...storageEvents,
  ...networkEvents,
  ...estateEvents,
  ...identityEvents,
]);
export type WorldEvent = z.output<typeof WorldEvent>;
/** As scripts and tests write it: plain text for ids and prices, defaults left out. */
export type WorldEventInput = z.input<typeof WorldEvent>;
export type EventOf<K extends WorldEvent['kind']> = Extract<WorldEvent, { kind: K }>;

/** Something that happens once time passes a moment. */
export type ScriptedEvent = {
  readonly at: Instant;
  readonly what: WorldEventInput;
  /** Whoever does it lets it be when the world refuses, as a person whose VM already runs would. */
  readonly ifPossible?: boolean;
};
