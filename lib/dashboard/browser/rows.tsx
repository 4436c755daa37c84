import type { ActionRow, AlertRow } from '../data/rows.ts';
import type { OverrideRow } from '../reply-rows.ts';
import { ActionButton, canAct } from './acting.tsx';
import { Card, Rows } from './parts/card.tsx';
import { Mark, SeverityMark, Time } from './parts/marks.tsx';
import { Link, subjectAddress } from './place.tsx';
import { dayAndTime, fromNow, inZone, partsOf, subjectName } from './words.ts';

/** The context of a row; `mayAct` is true if it has buttons. */
export type RowContext = { readonly asOf: number; readonly zone: string; readonly mayAct: boolean };

/** Links to a subject, and for a resource to its project too. */
function SubjectLinks({ subject, given }: { readonly subject: string; readonly given: string | null }) {
  const { project, name, id } = partsOf(subject, given);
  return (
    <span>
      {project !== null && (
        <>
          <Link to={subjectAddress(project.subject)}>{project.name}</Link>
          {' / '}
        </>
      )}
      <Link to={subjectAddress(subject)}>{name}</Link>
      {id !== null && <small class="id"> {id}</small>}
    </span>
  );
}

const stateWords: Readonly<Record<AlertRow['state'], string | null>> = {
  firing: null,
  resolving: 'resolving',
  pending: 'pending',
  resolved: 'resolved',
};

export function AlertItem({ alert, fleet }: { readonly alert: AlertRow; readonly fleet: RowContext }) {
  const { asOf, zone, mayAct } = fleet;
  const { subject, name, rule, state, silencedBecause, lastNotified } = alert;
  const word = stateWords[state];
  return (
    <li>
      <div class="row-head">
        <SeverityMark severity={alert.severity} />
        <SubjectLinks subject={subject} given={name} />
        {word !== null && <Mark>{word}</Mark>}
        {silencedBecause !== null && <Mark>silenced</Mark>}
        <span class="when">
          <Time at={alert.since}>since {dayAndTime(alert.since, zone)}</Time>, {fromNow(alert.since, asOf)}
        </span>
      </div>
      {mayAct && canAct() && silencedBecause === null && state !== 'resolved' && (
        <div class="buttons">
          <ActionButton
            asked={{ what: 'silence', rule, subject }}
            about={`${rule}, ${subjectName(subject, name)}`}
          />
        </div>
      )}
      <p class={alert.isDataLoss ? 'stake critical' : 'stake'}>{inZone(alert.lead, zone)}</p>
      <p>
        <strong>{rule}</strong>
        {alert.reason !== '' && `: ${inZone(alert.reason, zone)}`}
      </p>
      {silencedBecause !== null && <p>{inZone(silencedBecause, zone)}</p>}
      {lastNotified !== null && lastNotified.times > 1 && (
        <p>
          Notified {lastNotified.times} times, last {fromNow(lastNotified.at, asOf)}
        </p>
      )}
    </li>
  );
}

type PlannedProps = {
  readonly actions: readonly ActionRow[];
  /** The total number of actions, of which the first are shown. */
  readonly all: number;
  readonly fleet: RowContext;
};

/** Lists what will be stopped next, at the top of a page. */
export function PlannedActions({ actions, all, fleet }: PlannedProps) {
  const more = all > actions.length && <Link to="/alerts">All {all.toLocaleString('en-GB')}</Link>;
  return (
    <Card name="actions" title="Planned actions" aside={more} class="wide-12">
      <Rows of={actions} none="Nothing is planned to be stopped, deleted or started.">
        {(action) => <ActionItem key={action.id} action={action} fleet={fleet} />}
      </Rows>
    </Card>
  );
}

type ActionProps = {
  readonly action: ActionRow;
  readonly fleet: RowContext;
  /** True where its alert stands beside it, which says why. */
  readonly isExplained?: boolean;
};

export function ActionItem({ action, fleet, isExplained = false }: ActionProps) {
  const { asOf, zone, mayAct } = fleet;
  const { subject, name, rule, announcement, approveUntil, heldBecause } = action;
  const about = `${action.request}: ${subjectName(subject, name)}`;
  const isOpen =
    action.state === 'announced' ||
    action.state === 'waits-for-approval' ||
    action.state === 'being-announced';
  return (
    <li>
      <div class="row-head">
        <Mark tone={action.state === 'waits-for-approval' ? 'warning' : 'info'}>{action.action}</Mark>
        <SubjectLinks subject={subject} given={name} />
        <Mark>{action.stateName}</Mark>
        {heldBecause !== null && <Mark tone="warning">on hold</Mark>}
        <span class="when">{whenOf(action, asOf, zone)}</span>
      </div>
      {mayAct && canAct() && isOpen && (
        <div class="buttons">
          {announcement !== null && action.state === 'waits-for-approval' && (
            <ActionButton asked={{ what: 'approve', subject, rule, announcement }} about={about} />
          )}
          {announcement !== null && (
            <ActionButton asked={{ what: 'deny', subject, rule, announcement }} about={about} />
          )}
          <ActionButton asked={{ what: 'keep', subject }} about={subjectName(subject, name)} />
        </div>
      )}
      {!isExplained && (
        <p>
          <strong>{rule}</strong>: {inZone(action.because, zone)}
        </p>
      )}
      {heldBecause !== null && <p>On hold: {inZone(heldBecause, zone)}.</p>}
      {approveUntil !== null && action.state === 'waits-for-approval' && (
        <p>Needs approval by {dayAndTime(approveUntil, zone)}; without it, no action is taken.</p>
      )}
    </li>
  );
}

function whenOf({ notBefore, state, heldBecause }: ActionRow, asOf: number, zone: string): string {
  if (heldBecause !== null || notBefore === null || state === 'denied' || state === 'lapsed') return '';
  if (state === 'waits-for-approval' && notBefore <= asOf) return 'once approved';
  if (notBefore <= asOf) return 'due now';
  return `${dayAndTime(notBefore, zone)} or later, ${fromNow(notBefore, asOf)}`;
}

export function OverrideItem({
  override,
  fleet,
}: {
  readonly override: OverrideRow;
  readonly fleet: RowContext;
}) {
  const { asOf, zone, mayAct } = fleet;
  return (
    <li>
      <div class="row-head">
        <Mark>{override.kind}</Mark>
        <span>{override.about}</span>
        <span class="when">
          until {dayAndTime(override.until, zone)}, {fromNow(override.until, asOf)}
        </span>
      </div>
      {mayAct && canAct() && (
        <div class="buttons">
          <ActionButton asked={{ what: 'revoke', id: override.id }} about={override.about} />
        </div>
      )}
      <p>
        <strong>{override.author}</strong>, {fromNow(override.at, asOf)}: {override.reason}
      </p>
    </li>
  );
}
