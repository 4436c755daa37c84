import { expect, it } from 'vitest';
import { createFleetContextBuilder } from '../../lib/decide/fleet-context.ts';
import type { ProjectObservation } from '../../lib/model/facts/observation.ts';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../lib/model/ids.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  aVm,
  noon,
} from '../support/builders/observation-builders.ts';

const main = BillingAccountId.parse('main');
const account = aHead({ target: accountTarget(null, main), observation: anAccountObservation() });
const project = (id: string) => projectTarget(null, ProjectId.parse(id));
const holding = (resources: ProjectObservation['resources'], missing: ProjectObservation['missing'] = []) =>
  anObservation({ account: main, resources, missing });

const lab = aHead({ target: project('lab'), observation: holding([aVm({ activity: 'running' })]) });
const empty = aHead({ target: project('empty'), observation: holding([]) });

it.each([
  ['complete, where all its projects were seen', [account, lab], { counts: { vm: 1 }, isPartial: false }],
  ['none, where its projects are empty', [account, empty], { counts: {}, isPartial: false }],
  ['none, where it has no projects', [account], { counts: {}, isPartial: false }],
  ['incomplete before the account was seen', [lab], { counts: { vm: 1 }, isPartial: true }],
  [
    'incomplete before each project was seen',
    [account, aHead({ target: project('new') })],
    { counts: {}, isPartial: true },
  ],
  [
    'incomplete while a part is missing',
    [account, { ...empty, observation: holding([], [{ part: 'disks', because: 'a fault' }]) }],
    { counts: {}, isPartial: true },
  ],
  [
    'as last seen and incomplete, while a project cannot be polled',
    [account, { ...lab, failedPolls: 1 }],
    { counts: { vm: 1 }, isPartial: true },
  ],
  [
    'without those of a project that no longer exists',
    [account, { ...lab, failedPolls: 9, failureScope: 'unlisted' as const }],
    { counts: {}, isPartial: false },
  ],
])('8. the resources at risk of an account are %s', (_, heads, atRisk) => {
  const fleet = createFleetContextBuilder(heads, [], { rules: [], timezone: 'UTC' }, noon);
  expect(fleet(account.target).atRisk).toEqual(atRisk);
});
