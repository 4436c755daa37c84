import { expect, it } from 'vitest';
import { earlier, hours } from '../../lib/model/time/time.ts';
import { listAlerts } from '../../lib/views/alerts.ts';
import { buildInventory } from '../../lib/views/inventory.ts';
import { aHead, anObservation, aVm, noon } from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

it('an alert whose verdict is unknown states that before its last reason', () => {
  const rule = anIdleRule();
  const because = (more: Parameters<typeof anAlert>[0]) => {
    const alerts = [anAlert({ rule: rule.name, because: 'all samples were quiet', ...more })];
    const heads = [aHead({ observation: anObservation({ resources: [aVm()] }), alerts })];
    const context = aViewInput([rule]);
    const shown = listAlerts(heads, context).map(({ alert }) => alert.because);
    const rows = heads.flatMap((head) => buildInventory(head, [], context, new Map()));
    expect(rows.map(({ alert }) => alert?.because)).toEqual(shown);
    return shown;
  };
  expect(because({})).toEqual(['all samples were quiet']);
  expect(because({ unknownSince: earlier(noon, hours(2)) })).toEqual([
    'not enough data since 2026-11-21T10:00:00Z; before that: all samples were quiet',
  ]);
});
