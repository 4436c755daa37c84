import type { Alerts as Answered } from '../replies.ts';
import { ActionButton, canAct } from './acting.tsx';
import { Card, Rows } from './parts/card.tsx';
import { Pager } from './parts/pager.tsx';
import { Answer } from './parts/states.tsx';
import { Switch } from './parts/switch.tsx';
import { go, type Place, usePlace, withQuery } from './place.tsx';
import { AlertItem, OverrideItem, PlannedActions } from './rows.tsx';
import { useAnswer } from './state/load.ts';
import { counted } from './words.ts';

/** The page of alerts, of planned actions, and of the operators' overrides. */
export function Alerts() {
  const place = usePlace();
  const loaded = useAnswer<Answered>(`/api/alerts?${place.query}`);
  const mayAct = loaded.answer?.mayAct === true && canAct();
  return (
    <>
      <div class="heading">
        <h1>Alerts and actions</h1>
        {mayAct && (
          <ActionButton
            asked={{ what: 'pause', subject: null }}
            about="in all projects"
            label="Pause all actions"
          />
        )}
      </div>
      <Filters place={place} />
      <Answer loaded={loaded} lines={12}>
        {(alerts) => (
          <div class="grid">
            <PlannedActions actions={alerts.actions} all={alerts.actionCount} fleet={alerts} />
            <Card name="alerts" title="Alerts" aside={<p>{counted(alerts.total, 'alert')}</p>} class="wide-7">
              <Rows of={alerts.rows} none="No matches.">
                {(alert) => <AlertItem key={alert.key} alert={alert} fleet={alerts} />}
              </Rows>
              <Pager list={alerts} place={place} />
            </Card>
            <Card name="overrides" title="Overrides" class="wide-5 short">
              <Rows of={alerts.overrides} none="No active overrides.">
                {(override) => <OverrideItem key={override.id} override={override} fleet={alerts} />}
              </Rows>
            </Card>
          </div>
        )}
      </Answer>
    </>
  );
}

const states = { now: 'Active', all: 'All, with resolved' } as const;

function Filters({ place }: { readonly place: Place }) {
  return (
    <search class="filters">
      <input
        type="search"
        aria-label="Find by name, rule, kind or severity"
        placeholder="Find by name, rule, kind or severity"
        value={place.query.get('find') ?? ''}
        onInput={({ currentTarget }) =>
          go(withQuery(place, { page: null, find: currentTarget.value }), 'replace')
        }
      />
      <Switch
        label="Which alerts"
        name="state"
        options={states}
        value={place.query.get('state') ?? 'now'}
        clears="page"
      />
    </search>
  );
}
