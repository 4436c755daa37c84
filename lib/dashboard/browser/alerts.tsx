import type { Alerts as Answered } from '../replies.ts';
import { ActionButton, canAct } from './acting.tsx';
import { useAnswer } from './load.ts';
import { Pager } from './pager.tsx';
import { go, type Place, usePlace, withQuery } from './place.tsx';
import { ActionItem, AlertItem, OverrideItem } from './rows.tsx';
import { Answer, Nothing } from './states.tsx';
import { Switch } from './switch.tsx';
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
            <section class="card wide-7" aria-labelledby="alerts-heading">
              <header>
                <h2 id="alerts-heading">Alerts</h2>
                <p>{counted(alerts.total, 'alert')}</p>
              </header>
              {alerts.rows.length === 0 ? (
                <Nothing>No matches.</Nothing>
              ) : (
                <ul class="rows">
                  {alerts.rows.map((alert) => (
                    <AlertItem key={alert.key} alert={alert} around={alerts} />
                  ))}
                </ul>
              )}
              <Pager list={alerts} place={place} />
            </section>
            <div class="wide-5 stack">
              <section class="card" aria-labelledby="actions-heading">
                <header>
                  <h2 id="actions-heading">Planned actions</h2>
                  <p>{counted(alerts.actionCount, 'action')}</p>
                </header>
                {alerts.actions.length === 0 ? (
                  <Nothing>No planned actions.</Nothing>
                ) : (
                  <ul class="rows">
                    {alerts.actions.map((action) => (
                      <ActionItem key={action.id} action={action} around={alerts} />
                    ))}
                  </ul>
                )}
              </section>
              <section class="card" aria-labelledby="overrides-heading">
                <header>
                  <h2 id="overrides-heading">Overrides</h2>
                </header>
                {alerts.overrides.length === 0 ? (
                  <Nothing>No active overrides.</Nothing>
                ) : (
                  <ul class="rows">
                    {alerts.overrides.map((override) => (
                      <OverrideItem key={override.id} override={override} around={alerts} />
                    ))}
                  </ul>
                )}
              </section>
            </div>
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
        onChoose={(state) => go(withQuery(place, { page: null, state }), 'replace')}
      />
    </search>
  );
}
