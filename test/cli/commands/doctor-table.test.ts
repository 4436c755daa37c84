import { createColors } from 'picocolors';
import { describe, expect, it } from 'vitest';
import { doctorTable } from '../../../lib/cli/tables/doctor-table.ts';
import type { Diagnosis } from '../../../lib/jobs/doctor/diagnose.ts';
import type { Finding } from '../../../lib/jobs/doctor/finding.ts';

const aFinding = (overrides: Partial<Finding> = {}): Finding => ({
  id: 'clusters',
  what: 'clusters',
  state: 'no',
  found: 'unsupported',
  unwatched: 'the cost of clusters is only known from reported spend',
  remedy: 'none: this version of the platform does not support it; monitor clusters in its console',
  ...overrides,
});

const aDiagnosis = (...findings: readonly Finding[]): Diagnosis => ({
  outcome: 'gaps',
  verdict: 'Not everything that the policy needs can be monitored. Gaps: clusters.',
  findings,
});

const plain = createColors(false);
const linesOf = (diagnosis: Diagnosis, columns: number) => doctorTable(diagnosis, columns, plain).split('\n');

describe('the table', () => {
  it('puts check, state, finding with impact, and remedy side by side', () => {
    expect(doctorTable(aDiagnosis(aFinding()), 100, plain)).toBe(
      `CHECK     STATE   FINDING                                   REMEDY
clusters  no      unsupported. Impact: the cost of          none: this version of the platform does
                  clusters is only known from reported      not support it; monitor clusters in its
                  spend                                     console

Not everything that the policy needs can be monitored. Gaps: clusters.
`,
    );
  });

  it('uses the whole line for a row without a remedy', () => {
    const found = '4.2 requests a minute of the 600 that the settings allow (1 %)';
    const [, line] = linesOf(aDiagnosis(aFinding({ found, state: 'ok', unwatched: null, remedy: null })), 90);
    expect(line).toBe(`clusters  ok      ${found}`);
  });

  it('breaks a name that is too long for its cell after a part of it', () => {
    const remedy = 'raise SPENDWATCH_REQUESTS_PER_MINUTE';
    const text = doctorTable(aDiagnosis(aFinding({ what: 'usage samples', remedy })), 80, plain);
    expect(text).toMatch(/ SPENDWATCH_REQUESTS_PER_$/m);
    expect(text).toMatch(/ MINUTE$/m);
  });

  it.each([80, 81, 100, 132, 160])('fits a terminal of %i columns without losing text', (columns) => {
    const diagnosis = aDiagnosis(
      aFinding(),
      aFinding({ what: 'billing accounts', state: 'advice', found: 'x'.repeat(200), unwatched: null }),
    );
    const lines = linesOf(diagnosis, columns);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.join('').match(/x/g)?.length).toBeGreaterThanOrEqual(200);
    expect(lines.join(' ')).toContain('advice');
  });

  it('colours only the state and the verdict, and only where colours are on', () => {
    const diagnosis = aDiagnosis(aFinding());
    const colored = doctorTable(diagnosis, 100, createColors(true));
    expect(colored).toContain('\u001b[31mno    \u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(doctorTable(diagnosis, 100, plain));
    expect(doctorTable(diagnosis, 100, plain)).not.toContain('\u001b');
  });

  it('prints no cursor movement that comes from the cloud', () => {
    const text = doctorTable(aDiagnosis(aFinding({ found: 'a\u001b[2Jb\u202ec' })), 100, createColors(false));
    expect(text).toContain('a[2Jbc');
  });
});
