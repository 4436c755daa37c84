import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Machine } from './fleet.ts';
import { fleetOf } from './machine-life.ts';

/** Returns where traces lie beside the project, of which they are no part; `null` when they are not there. */
export function tracesAt(name: string): string | null {
  const file = fileURLToPath(new URL(`../../../../shared/traces/${name}`, import.meta.url));
  return existsSync(file) ? file : null;
}

/** The scorecard is fitted on VMs with even numbers, and scored on the others; each half is a fleet of its own. */
export const halvesOf = (machines: readonly Machine[]) => ({
  fitted: fleetOf(machines.filter(({ vm }) => vm % 2 === 0)),
  scored: fleetOf(machines.filter(({ vm }) => vm % 2 === 1)),
});
