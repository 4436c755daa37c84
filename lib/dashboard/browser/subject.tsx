import { useEffect } from 'preact/hooks';
import type { SubjectPage } from '../replies.ts';
import type { RuleFindings } from '../reply-rows.ts';
import { ActionButton, canAct } from './acting.tsx';
import { UseCharts } from './charts/use-charts.tsx';
import { Card, Rows } from './parts/card.tsx';
import { Mark, SeverityMark } from './parts/marks.tsx';
import { Answer, Nothing } from './parts/states.tsx';
import { Table } from './parts/table.tsx';
import { Link, subjectAddress, usePlace } from './place.tsx';
import { ActionItem, AlertItem, OverrideItem } from './rows.tsx';
import { useAnswer } from './state/load.ts';
import { Target, TargetTiles } from './target.tsx';
import { counted, dayAndYear, inZone, isOfProject, nameOf, partsOf, scopeOf, subjectName } from './words.ts';

/** The page of one target or resource: its properties, its use, and each rule's findings. */
export function Subject() {
  const place = usePlace();
  const name = place.query.get('name') ?? '';
  const loaded = useAnswer<SubjectPage>(`/api/subject?${new URLSearchParams({ name })}`);
  const subject = loaded.answer?.subject ?? name;
  const { project } = partsOf(subject);
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <Link to="/inventory">Inventory</Link>
        {project !== null && (
          <>
            {' / '}
            <Link to={subjectAddress(project.subject)}>{project.name}</Link>
          </>
        )}
      </nav>
      <Answer loaded={loaded} lines={12}>
        {(page) => <Sections page={page} />}
      </Answer>
    </>
  );
}

function Sections({ page }: { readonly page: SubjectPage }) {
  const { subject, resource, facts, rules, alerts, actions, overrides } = page;
  const project = isOfProject(subject) ? nameOf(subject) : null;
  const title = resource === null ? partsOf(subject).name : (resource.name ?? resource.id);
  useEffect(() => {
    document.title = `${title} - spendwatch`;
  }, [title]);
  const isNowEmpty = actions.length + alerts.length + overrides.length === 0;
  const now = (
    <Card
      name="now"
      title="Alerts and planned actions"
      aside={page.more > 0 && <Link to="/alerts">{page.more.toLocaleString('en-GB')} more</Link>}
      class="wide-12"
    >
      <Rows
        of={[
          ...actions.map((action) => (
            <ActionItem
              key={action.id}
              action={action}
              fleet={page}
              isExplained={alerts.some(
                (alert) => alert.rule === action.rule && alert.subject === action.subject,
              )}
            />
          )),
          ...alerts.map((alert) => <AlertItem key={alert.key} alert={alert} fleet={page} />),
          ...overrides.map((one) => <OverrideItem key={one.id} override={one} fleet={page} />),
        ]}
        none="No active alerts and no planned actions."
      >
        {(item) => item}
      </Rows>
    </Card>
  );
  return (
    <>
      <div class="heading">
        <h1>
          {title}
          {resource != null && resource.name !== null && <small class="id"> {resource.id}</small>}
        </h1>
        <Mark>{resource?.word ?? scopeOf(subject)}</Mark>
        {resource !== null && <Mark>{resource.state}</Mark>}
        {resource?.severity != null && <SeverityMark severity={resource.severity} />}
        {resource === null && project !== null && (
          <Link to={`/inventory?${new URLSearchParams({ project, kind: 'any' })}`}>Inventory</Link>
        )}
        <Buttons page={page} />
      </div>
      <div class="grid">
        {actions.length > 0 && now}
        {page.target !== null && <TargetTiles page={page} target={page.target} />}
        {isNowEmpty || actions.length > 0 || now}
        {page.target !== null && <Target page={page} target={page.target} />}
        {facts.length > 0 && (
          <section class="card wide-12" aria-label="Properties">
            <dl class="facts">
              {facts.map((fact) => (
                <div key={fact.name}>
                  <dt>{fact.name}</dt>
                  <dd>{'at' in fact ? dayAndYear(fact.at, page.zone) : fact.value}</dd>
                </div>
              ))}
            </dl>
            {page.protectedBecause !== null && (
              <p class="quiet">Protected from actions: {inZone(page.protectedBecause, page.zone)}.</p>
            )}
          </section>
        )}
        {resource?.kind === 'vm' && <UseCharts subject={subject} hasGpus={resource.hasGpus} />}
        {isNowEmpty && now}
        <Card name="rules" title="Findings" class="wide-12">
          <Findings rules={rules} zone={page.zone} />
          {page.seen.map((line) => (
            <p key={line} class="quiet">
              {inZone(line, page.zone)}
            </p>
          ))}
        </Card>
      </div>
    </>
  );
}

function Buttons({ page }: { readonly page: SubjectPage }) {
  const { subject, resource, mayAct } = page;
  if (!mayAct || !canAct()) return null;
  const about = subjectName(subject, resource?.name);
  const canRun = resource !== null && /^(vm|machine|cluster-machine)$/.test(resource.kind);
  return (
    <div class="buttons">
      {isOfProject(subject) && <ActionButton asked={{ what: 'keep', subject }} about={about} />}
      {isOfProject(subject) && resource === null && (
        <ActionButton asked={{ what: 'pause', subject }} about={about} label="Pause actions" />
      )}
      {canRun && resource.activity === 'running' && (
        <ActionButton asked={{ what: 'stop', subject }} about={about} />
      )}
      {canRun && resource.activity === 'stopped' && (
        <ActionButton asked={{ what: 'start', subject }} about={about} />
      )}
    </div>
  );
}

const verdictTones = { clear: 'good', unknown: 'plain', suspect: 'info', breached: 'warning' } as const;

/** Lists the applicable rules with their findings, and in a collapsed section why other rules do not apply. */
function Findings({ rules, zone }: { readonly rules: readonly RuleFindings[]; readonly zone: string }) {
  const applying = rules.filter(({ verdicts }) => verdicts.length > 0);
  const others = rules.filter(({ verdicts }) => verdicts.length === 0);
  return (
    <>
      {applying.length === 0 && <Nothing>No rule of the policy applies.</Nothing>}
      {applying.length > 0 && (
        <Table label="Table of findings" head={['Rule', 'Verdict', 'Finding', 'Decision']} class="findings">
          {applying.flatMap((rule) =>
            rule.verdicts.map((verdict, index) => (
              <tr key={`${rule.rule} ${verdict.because}`}>
                <th scope="row">{rule.rule}</th>
                <td>
                  <Mark tone={verdictTones[verdict.kind]}>{verdict.kind}</Mark>
                </td>
                <td>{inZone(verdict.because, zone)}</td>
                <td>{index === 0 && inZone(rule.decisions.join('; '), zone)}</td>
              </tr>
            )),
          )}
        </Table>
      )}
      {others.length > 0 && (
        <details class="as-table">
          <summary>
            {counted(others.length, 'rule')} {others.length === 1 ? 'does' : 'do'} not apply
          </summary>
          <ul class="rows">
            {others.map((rule) => (
              <li key={rule.rule}>
                <strong>{rule.rule}</strong>: {rule.silentBecause}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
