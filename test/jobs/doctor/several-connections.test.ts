import { describe, expect, it } from 'vitest';
import { concluded, type Diagnosis, unknownProjects } from '../../../lib/jobs/doctor/diagnose.ts';
import { finding } from '../../../lib/jobs/doctor/finding.ts';
import { keyMissing, together } from '../../../lib/jobs/doctor/several-connections.ts';
import { ConnectionName } from '../../../lib/model/connection-name.ts';

const [research, old] = ['research', 'old'].map((name) => ConnectionName.parse(name));
const vms = finding('vms', 'VMs', { found: '3 VMs' });
const routes = finding('routes', 'routes', { found: 'no action relies on teams' });
const clock = finding('clock', 'clock', { found: 'within 1 s' });
const disks = finding('disks', 'disks', {
  state: 'partly',
  found: 'not supported',
  remedy: 'check SPENDWATCH_CLOUD_URL',
});
const well = concluded('watchable', [routes, clock, vms]);
const gaps = concluded('gaps', [routes, clock, disks]);

const of = (...diagnoses: readonly Diagnosis[]) =>
  together(
    diagnoses.map((diagnosis, index) => ({ connection: [research, old, null][index] ?? null, diagnosis })),
  );

describe('a check of connections', () => {
  it('is that of the connection where there is only one', () => {
    expect(of(gaps)).toBe(gaps);
  });

  it('reports findings about the policy once, and all others by connection, even where they are the same', () => {
    const { outcome, verdict, findings } = of(well, gaps);
    expect(verdict).toMatch(/Gaps: disks \(old\)\.$/);
    expect(outcome).toBe('gaps');
    expect(findings.map(({ id, connection }) => [id, connection])).toEqual([
      ['routes', undefined],
      ['clock', 'research'],
      ['vms', 'research'],
      ['clock', 'old'],
      ['disks', 'old'],
    ]);
  });

  it('names fields of the settings file in its remedies, since variables have no effect beside it', () => {
    const { findings } = of(well, gaps);
    expect(findings.find(({ id }) => id === 'disks')?.remedy).toBe('check its address in the settings file');
  });

  it('names the connection whose key cannot be read, and still reports the others', () => {
    const { outcome, verdict, findings } = of(
      well,
      keyMissing('cannot read the key file a.key: no such file'),
    );
    expect(outcome).toBe('misconfigured');
    expect(verdict).toBe(
      'connection old: The configuration is wrong: nothing can be monitored. Checked: connection research.',
    );
    expect(findings.map(({ id, connection, state }) => [id, connection, state])).toEqual([
      ['routes', undefined, 'ok'],
      ['clock', 'research', 'ok'],
      ['vms', 'research', 'ok'],
      ['key', 'old', 'no'],
    ]);
  });

  it('leaves out connections that do not list a named project, unless none does', () => {
    const absent = concluded('misconfigured', [
      finding('projects', 'projects', { state: 'no', found: 'not listed', unwatched: unknownProjects }),
    ]);
    expect(of(absent, well).outcome).toBe('watchable');
    expect(of(absent, absent).outcome).toBe('misconfigured');
  });
});
