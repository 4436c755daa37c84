import { describe, expect, it } from 'vitest';
import { routeFindings, unheardFindings } from '../../../lib/jobs/doctor/diagnose.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { aRoute } from '../../support/a-route.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';

const acting = (...routes: readonly Parameters<typeof aRoute>[0][]) =>
  aPolicy({ rules: [anIdleRule({ then: [aStop(hours(1))] })], routes: routes.map(aRoute) });

describe('doctor', () => {
  it('lists the routes that accept messages without confirming a receiver', () => {
    expect(
      routeFindings(acting({ to: 'teams', name: 'ops' }, { to: 'eventbridge' }, { to: 'slack' })),
    ).toMatchObject([
      {
        id: 'routes',
        state: 'ok',
        found: expect.stringContaining('no action relies on teams/ops, eventbridge: '),
      },
    ]);
  });

  it('reports that no action can be taken where the policy has no other routes (invariant 16)', () => {
    expect(routeFindings(acting({ to: 'teams' }, { to: 'console' }))).toMatchObject([
      {
        state: 'partly',
        unwatched: expect.stringContaining('no action can be taken'),
        remedy: expect.any(String),
      },
    ]);
  });

  it('names the rules whose alerts no route accepts, and for which projects (invariant 28)', () => {
    const lab = projectTarget(null, ProjectId.parse('lab'));
    const policy = acting({ to: 'slack', projects: ['web'] });
    expect(unheardFindings(policy, [lab])).toMatchObject([
      {
        id: 'unheard-rules',
        state: 'partly',
        found: 'no route takes the alerts of "forgotten machines" on lab',
        unwatched: 'nobody hears these alerts',
      },
    ]);
    expect(unheardFindings(acting({ to: 'slack', projects: ['l*'] }), [lab])).toEqual([]);
    expect(unheardFindings(aPolicy({ routes: null }), [lab])).toEqual([]);
  });

  it('has no finding on routes that confirm their receivers', () => {
    expect(routeFindings(acting({ to: 'slack' }, { to: 'pagerduty' }))).toEqual([]);
    expect(routeFindings(aPolicy({ routes: null }))).toEqual([]);
  });
});
