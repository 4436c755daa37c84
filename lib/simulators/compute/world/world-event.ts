import * as z from 'zod';
import type { Instant } from '../../../model/time/time.ts';
import { accountEvents, estateEvents, identityEvents } from './events/estate-events.ts';
import { clusterEvents, machineEvents } from './events/machine-events.ts';
import { networkEvents, storageEvents } from './events/storage-events.ts';
import { vmEvents } from './events/vm-events.ts';

/** An event in the world, as data: an action of a person or of the platform. */
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
/** An event as scripts and tests write it: ids and prices as plain text, defaults omitted. */
export type WorldEventInput = z.input<typeof WorldEvent>;
export type EventOf<K extends WorldEvent['kind']> = Extract<WorldEvent, { kind: K }>;

/** An event that happens once its time has passed. */
export type ScriptedEvent = {
  readonly at: Instant;
  readonly what: WorldEventInput;
  /** True to skip the event when the world refuses it, as a person would whose VM already runs. */
  readonly ifPossible?: boolean;
};
